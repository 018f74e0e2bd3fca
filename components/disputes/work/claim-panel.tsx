'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { Facts, otherFacts, RawAnswer } from '#components/ui/facts.tsx';
import { Instant, useTimeLabels } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { ServiceStatus, useResultLabels } from '../labels.tsx';
import { useTypeLabels } from '../use-labels.ts';

/** The report of the payer's bank in its own words, and the provider's data on it. */
export function AllegedPanel({ detail: { dispute, infraction, raw } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.alleged');
  const situations = useTranslations('due.situations');
  const answer = useTranslations('common.answer');
  const typeLabel = useTypeLabels();
  const result = useResultLabels();
  const { reason, type, status, protocol, openedAt, amount } = dispute;
  const { reportedBy } = infraction;
  const situation = guessSituation(reason);
  const other = otherFacts(infraction.other);
  return (
    <Panel title={t('title')}>
      <p className="mb-2 wrap-anywhere text-ink">
        {reason === null ? <span className="text-ink-3">{t('noText')}</span> : <q>{reason}</q>}
      </p>
      <Facts
        of={[
          {
            label: t('situation'),
            value: situation !== 'other' && (
              <>
                {situations(situation)} <span className="text-ink-3">{t('fromText')}</span>
              </>
            ),
          },
          { label: t('type'), value: <span title={type ?? undefined}>{typeLabel(type)}</span> },
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

/** Document 2: the merchant answers in the provider's panel, which warns before the deadline. */
export function ExternallyAnswered({ detail: { dispute, deadlineNotices } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.notices');
  return (
    <>
      <WhereToAnswer dispute={dispute} />
      {(deadlineNotices.length > 0 || dispute.state === 'open') && (
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
      )}
    </>
  );
}

function WhereToAnswer({ dispute }: Pick<DisputeDetail, 'dispute'>) {
  const t = useTranslations('disputes.elsewhere');
  const timeLabels = useTimeLabels();
  const result = useResultLabels();
  const now = useNow(30_000);
  const { state, deadline } = dispute;
  if (state !== 'open')
    return (
      <Callout tone={state === 'closed' ? 'idle' : 'flow'} title={t(state)}>
        {state === 'closed' ? t('closedWords', { result: result(dispute) }) : t('answeredWords')}
      </Callout>
    );
  const over = deadline !== null && Date.parse(deadline) <= now;
  const until =
    deadline === null ? t('wordsSoon') : t('description', { when: timeLabels.when(deadline, now) });
  return (
    <Callout tone={over ? 'danger' : 'warn'} icon="info" title={t('title')}>
      {over ? t('over') : until} {t('steps')}
    </Callout>
  );
}
