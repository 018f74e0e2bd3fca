'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { otherFacts, RawAnswer } from '#components/ui/provider-answer.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { useResultLabels } from '../own-labels.ts';
import { ServiceStatus } from '../service-status.tsx';
import { useTypeLabels } from '../use-labels.ts';

/** The report of the payer's bank in its own words, and the provider's data on it. */
export function AllegedPanel({ detail: { dispute, infraction, raw } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.alleged');
  const types = useTypeLabels();
  const result = useResultLabels();
  const { reason, type, status, protocol, openedAt, amount } = dispute;
  const { reportedBy } = infraction;
  const answer = useTranslations('common.answer');
  const other = otherFacts(infraction.other);
  return (
    <Panel title={t('title')}>
      <p className="mb-2 wrap-anywhere text-ink">
        {reason === null ? <span className="text-ink-3">{t('noText')}</span> : <q>{reason}</q>}
      </p>
      <Facts
        of={[
          ...useSituation(reason),
          { label: t('type'), value: <span title={type ?? undefined}>{types(type)}</span> },
          {
            label: t('reportedBy'),
            value:
              reportedBy !== null && t.has(reportedBy as 'DEBITED_PARTICIPANT')
                ? t(reportedBy as 'DEBITED_PARTICIPANT')
                : reportedBy,
          },
          { label: t('opened'), value: <Instant at={openedAt} variant="minute" /> },
          { label: t('status'), value: <ServiceStatus status={status} /> },
          { label: t('protocol'), id: protocol },
          { label: t('amount'), value: <Money cents={amount} /> },
          ...MOVED.map((name) => ({ label: t(name), cents: movedCents(infraction.other[name]) })),
          {
            label: t('result'),
            value:
              dispute.state === 'closed' && `${result(dispute)} ${infraction.resultDetails ?? ''}`.trim(),
          },
        ]}
      />
      {other.length > 0 && (
        <details className="mt-2">
          <summary className="text-xs font-semibold text-ink">{answer('other')}</summary>
          <Facts className="mt-2" of={other} />
        </details>
      )}
      {raw !== null && (
        <div className="mt-2">
          <RawAnswer value={raw} />
        </div>
      )}
    </Panel>
  );
}

/** Document 2: the part of the blocked amount returned to the payer, and the price of the analysis; cents. */
const MOVED = ['settledAmount', 'feeCharged'] as const;

/** Null when zero or not a whole number. */
function movedCents(value: unknown): number | null {
  const cents = Number(value ?? Number.NaN);
  return Number.isSafeInteger(cents) && cents !== 0 ? cents : null;
}

function useSituation(reason: string | null): Fact[] {
  const t = useTranslations('disputes.alleged');
  const due = useTranslations('due.situations');
  const situation = guessSituation(reason);
  if (situation === 'other') return [];
  const value = (
    <>
      {due(situation)} <span className="text-ink-3">{t('fromText')}</span>
    </>
  );
  return [{ label: t('situation'), value }];
}

type Props = { detail: DisputeDetail };

/** Document 2: the merchant answers in the provider's panel, which warns before the deadline. */
export function ExternallyAnswered({ detail }: Props) {
  return (
    <>
      <Where detail={detail} />
      <DeadlineNotices detail={detail} />
    </>
  );
}

/** Where and until when to answer, and what then happens to the blocked amount. */
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
      {over ? t('over') : when === null ? t('wordsSoon') : t('description', { when })} {t('steps')}
    </Callout>
  );
}

/** The provider's warnings before the deadline, as far as Guichê's receiver got them. */
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
