'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { useResultWords } from '../use-result-words.ts';
import { useTimeWords } from '../use-words.ts';

/** Document 2: where and until when the answer is given, and what then becomes of the held amount. */
export function AnsweredElsewhere({ detail: { dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.elsewhere');
  const times = useTimeWords();
  const result = useResultWords();
  const now = useNow(Date.now(), 30_000);
  const { state, deadline } = dispute;
  if (state === 'closed')
    return (
      <Callout tone="idle" title={t('closed')}>
        {t('closedWords', { result: result(dispute) })}
      </Callout>
    );
  if (state === 'answered')
    return (
      <Callout tone="flow" title={t('answered')}>
        {t('answeredWords')}
      </Callout>
    );
  const when = deadline === null || now === 0 ? null : times.when(deadline, now);
  const over = deadline !== null && now > 0 && Date.parse(deadline) <= now;
  return (
    <Callout tone={over ? 'danger' : 'warn'} icon="info" title={t('title')}>
      {over ? t('over') : when === null ? t('wordsSoon') : t('words', { when })} {t('steps')}
    </Callout>
  );
}
