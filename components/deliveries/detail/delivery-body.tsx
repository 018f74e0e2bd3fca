'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Reveal, RevealButton, Revealed } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody, type RevealedRead, useRecord } from '#components/list/record-body.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { DetailPart, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { isEmpty, JsonWell, OtherFields, RawAnswer } from '#components/ui/provider-answer.tsx';
import { Status, type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import {
  type DeliveryFacts,
  type DeliveryLine,
  deliveryOptions,
  revealedDeliveryOptions,
} from '#lib/deliveries/queries.ts';
import { ClosedPart } from '../close-failures.tsx';
import { OUTCOME_KINDS } from '../outcome.ts';
import { DeliveryHead } from './delivery-head.tsx';

/** Loads one delivery; personal data stays masked until revealed. */
export function useDelivery(id: string): RevealedRead<DeliveryFacts> {
  const account = useSession().account.slug;
  return useRecord(deliveryOptions(account, id), revealedDeliveryOptions(account, id));
}

type AttemptLine = { newest: DeliveryLine; oldest: DeliveryLine; count: number };

/**
 * Takes attempts oldest first and returns them newest first; consecutive equal failures become one line,
 * except the current one.
 */
export function foldAttempts(attempts: readonly DeliveryLine[], current: string): AttemptLine[] {
  const lines: AttemptLine[] = [];
  for (const attempt of attempts) {
    const last = lines.at(-1);
    const same =
      last !== undefined &&
      attempt.outcome !== 'delivered' &&
      last.newest.outcome !== 'delivered' &&
      last.newest.status === attempt.status &&
      last.newest.resendId === attempt.resendId &&
      last.newest.id !== current &&
      attempt.id !== current;
    if (same) {
      last.newest = attempt;
      last.count += 1;
    } else lines.push({ newest: attempt, oldest: attempt, count: 1 });
  }
  return lines.reverse();
}

/**
 * Attempts of the same transaction, event and address, newest first; consecutive equal failures are one line.
 */
export function DeliveryAttempts({ facts }: { facts: DeliveryFacts }) {
  const t = useTranslations('deliveries.detail');
  const { delivery, attempts } = facts;
  const lines = foldAttempts(attempts, delivery.id);
  const day = delivery.createdAt === null ? '' : saoPauloDay(delivery.createdAt);
  return (
    <DetailPart title={t('attempts')} note={t('attemptsNote')}>
      <Timeline label={t('attempts')}>
        {lines.map((line) => (
          <Attempt key={line.newest.id} line={line} current={line.newest.id === delivery.id} day={day} />
        ))}
      </Timeline>
    </DetailPart>
  );
}

function Attempt({ line, current, day }: { line: AttemptLine; current: boolean; day: string }) {
  const t = useTranslations('deliveries');
  const { newest, oldest, count } = line;
  const { shape, tone } = statusStyle(newest.outcome === 'delivered' ? 'ok' : OUTCOME_KINDS[newest.outcome]);
  const status = newest.status === null ? t('table.noAnswer') : String(newest.status);
  const at = newest.createdAt;
  const what =
    count > 1
      ? t('detail.folded', { count, status })
      : t('detail.attemptLine', { attempt: newest.attempt ?? 1, status });
  const notes = [
    current && t('detail.thisOne'),
    newest.resendId !== null && t('detail.byResend'),
    count > 1 && t('detail.foldedNote', { from: oldest.attempt ?? 1, to: newest.attempt ?? count }),
    count === 1 && newest.responseTimeMs !== null && t('table.ms', { ms: Math.round(newest.responseTimeMs) }),
  ].filter((note) => note !== false);
  return (
    <TimelineItem
      shape={shape}
      tone={tone}
      what={what}
      note={notes.length > 0 ? notes.join(' · ') : undefined}
      when={<Instant at={at} variant={at !== null && saoPauloDay(at) === day ? 'time' : 'full'} />}
    />
  );
}

type Props = { facts: DeliveryFacts; reveal: Reveal };

/** Request and response of a delivery, masked until revealed. */
export function DeliveryPayload({ facts, reveal }: Props) {
  const t = useTranslations('deliveries.detail');
  return (
    <>
      <DetailPart title={t('answer')}>
        <JsonWell value={facts.responseBody} label={t('answer')} none={t('answerNone')} />
        {!isEmpty(facts.responseHeaders) && (
          <div className="mt-2 grid gap-1">
            <h4 className="cap">{t('answerHeaders')}</h4>
            <JsonWell value={facts.responseHeaders} label={t('answerHeaders')} none="" />
          </div>
        )}
      </DetailPart>
      <DetailPart title={t('body')} action={<RevealButton reveal={reveal} />}>
        <Revealed reveal={reveal} />
        <JsonWell value={facts.body} label={t('body')} none={t('bodyNone')} />
      </DetailPart>
    </>
  );
}

type Received = NonNullable<DeliveryFacts['received']>;

const KINDS: Record<Received['signature'], StatusKind> = {
  holds: 'ok',
  old_secret: 'warn',
  wrong: 'danger',
  missing: 'warn',
};

/** Headers, exact attempt and signature; known only if Guichê's own receiver got this delivery. */
export function DeliveryReceived({ facts: { received } }: { facts: DeliveryFacts }) {
  const t = useTranslations('deliveries.detail');
  return (
    <DetailPart title={t('received')}>
      {received === null ? (
        <p className="text-xs text-ink-3">{t('receivedNone')}</p>
      ) : (
        <>
          <Facts
            className="mb-2"
            of={[
              { label: t('receivedAt'), at: received.at, variant: 'full' },
              {
                label: t('signature'),
                value: (
                  <Status kind={KINDS[received.signature]} calm={received.signature === 'holds'}>
                    {t(`signatures.${received.signature}`)}
                  </Status>
                ),
              },
              { label: t('attemptHeader'), value: received.attempt },
            ]}
          />
          <JsonWell value={received.headers} label={t('headers')} none="" />
        </>
      )}
    </DetailPart>
  );
}

/** One delivery in one column, as in the drawer. */
export function DeliveryBody({ state }: { state: RevealedRead<DeliveryFacts> }) {
  return (
    <DeliveryRecord state={state}>
      {(facts) => (
        <>
          <section>
            <DeliveryHead facts={facts} />
          </section>
          <ClosedPart facts={facts} />
          <DeliveryAttempts facts={facts} />
          <DeliveryPayload facts={facts} reveal={state.reveal} />
          <DeliveryReceived facts={facts} />
          <OtherFields of={facts.other} />
          <section>
            <RawAnswer value={facts.raw} />
          </section>
        </>
      )}
    </DeliveryRecord>
  );
}

const WAITING = ['delivery', 'transaction', 'url', 'event'] as const;
type RecordProps = { state: RevealedRead<DeliveryFacts>; children: (facts: DeliveryFacts) => ReactNode };

export function DeliveryRecord({ state, children }: RecordProps) {
  const t = useTranslations('deliveries.detail');
  return (
    <RecordBody
      read={state}
      loading={t('loading')}
      labels={WAITING.map((name) => t(`ids.${name}`))}
      absent={<EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>}
    >
      {children}
    </RecordBody>
  );
}
