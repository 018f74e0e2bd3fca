'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { useResultLabels } from '../own-labels.ts';

type Props = { detail: DisputeDetail };

/** Document 2: the answer is given in the service's panel, which warns before the deadline. */
export function AnsweredElsewhere({ detail }: Props) {
  return (
    <>
      <Where detail={detail} />
      <DeadlineNotices detail={detail} />
    </>
  );
}

/** Where and until when the answer is given, and what then becomes of the held amount. */
function Where({ detail: { dispute } }: Props) {
  const t = useTranslations('disputes.elsewhere');
  const times = useTimeLabels();
  const result = useResultLabels();
  const now = useNow(30_000);
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
  const when = deadline === null ? null : times.when(deadline, now);
  const over = deadline !== null && Date.parse(deadline) <= now;
  return (
    <Callout tone={over ? 'danger' : 'warn'} icon="info" title={t('title')}>
      {over ? t('over') : when === null ? t('wordsSoon') : t('words', { when })} {t('steps')}
    </Callout>
  );
}

/** The service's own warnings before the deadline, as far as Guichê's receiver took them. */
function DeadlineNotices({ detail: { dispute, deadlineNotices } }: Props) {
  const t = useTranslations('disputes.notices');
  if (deadlineNotices.length === 0 && dispute.state !== 'open') return null;
  return (
    <Panel title={t('title')}>
      {deadlineNotices.length === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <Timeline label={t('title')}>
          {deadlineNotices.map(({ hours, at }) => (
            <TimelineItem
              key={at}
              shape="clock"
              tone={hours !== null && hours <= 6 ? 'danger' : 'warn'}
              what={hours === null ? t('unknown') : t('left', { hours })}
              when={<Instant at={at} variant="minute" />}
            />
          ))}
        </Timeline>
      )}
    </Panel>
  );
}
