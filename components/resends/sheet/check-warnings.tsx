'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import type { Preview } from '#lib/resends/queries.ts';
import type { Task } from './resend-sheet.tsx';

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** An endpoint that still fails, figures that are an estimate, and what a repeat means to the receiver. */
export function CheckWarnings({ preview, task }: { preview: Preview; task: Task }) {
  const t = useTranslations('resends');
  const mono = { id: (words: React.ReactNode) => <span className="mono">{words}</span> };
  return (
    <section className="grid gap-2 border-0">
      {task.choice.what === 'failures' && preview.scope === 'webhook' && (
        <Callout title={t('checkStep.allTogether')}>{t('checkStep.allTogetherWords')}</Callout>
      )}
      <Failing failing={preview.failing} task={task} />
      <Callout tone="warn" title={t('checkStep.dedupe')}>
        {t.rich('checkStep.dedupeWords', mono)}
      </Callout>
      {preview.estimated && (
        <Callout variant="thin" icon="info">
          {t('estimated')}
        </Callout>
      )}
    </section>
  );
}

function Failing({ failing, task }: { failing: Preview['failing']; task: Task }) {
  const t = useTranslations('resends.checkStep');
  const [first, ...others] = failing;
  if (first === undefined) return null;
  const title = first.status === null ? t('failingNoAnswer') : t('failing', { status: first.status });
  return (
    <Callout tone="danger" title={title}>
      {t('failingWords', { host: hostOf(first.url) })}
      {others.length > 0 && ` ${t('failingMore', { count: others.length })}`}
      <span className="mt-1 block">
        <CheckLine checked={task.whenAnswers} onChange={() => task.setWhenAnswers(!task.whenAnswers)}>
          {t('whenAnswers')}
          <span className="block text-xs text-ink-3">{t('whenAnswersWords')}</span>
        </CheckLine>
      </span>
    </Callout>
  );
}
