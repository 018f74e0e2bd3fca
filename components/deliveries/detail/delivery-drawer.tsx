'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { type Reveal, RevealButton, Revealed } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import {
  LinkTools,
  RecordBody,
  type RevealedRead,
  StepTools,
  useRecord,
} from '#components/list/record-body.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Drawer } from '#components/ui/drawer.tsx';
import {
  DetailPart,
  Facts,
  isEmpty,
  JsonWell,
  OtherFields,
  PlaceContext,
  RawAnswer,
} from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState, panelVariants } from '#components/ui/panel.tsx';
import { Status, type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import type { Row } from '#lib/deliveries/deliveries.list.ts';
import {
  type DeliveryFacts,
  type DeliveryLine,
  deliveryOptions,
  revealedDeliveryOptions,
} from '#lib/deliveries/queries.ts';
import type { RowPages } from '#lib/list/pages.ts';
import { ClosedPart, CloseFailuresButton } from '../close-failures.tsx';
import { nameOf } from '../delivery-cell.tsx';
import { OUTCOME_KINDS } from '../outcome-facets.tsx';
import { DeliveryHead } from './delivery-head.tsx';

type Props = { id: string; book: RowPages<Row>; onOpen: (id: string) => void; onClose: () => void };

/** One delivery next to the table; the focus stays in the table, so j and k keep working. */
export function DeliveryDrawer({ id, book, onOpen, onClose }: Props) {
  const t = useTranslations('deliveries.detail');
  const account = useSession().account.slug;
  const state = useDelivery(id);
  const delivery = state.data?.delivery ?? book.at(book.indexOf(id));
  const name = delivery === undefined ? id : nameOf(delivery);
  const page = { href: `/${account}/deliveries/${encodeURIComponent(id)}`, label: t('ownPage') };
  return (
    <Drawer
      label={t('label', { name })}
      title={t('title')}
      onClose={onClose}
      tools={
        <>
          <StepTools of="deliveries.detail" at={book.indexOf(id)} rowAt={book.at} onOpen={onOpen} />
          <LinkTools of="deliveries.detail" page={page} />
        </>
      }
      footer={
        delivery?.transactionId && (
          <>
            <ResendButton transactionId={delivery.transactionId} name={name} needed={delivery.open} />
            {delivery.open && <CloseFailuresButton which={{ ids: [delivery.id] }} count={1} />}
            <span className="flex-1" />
            <Link
              className="text-xs"
              href={`/${account}/transactions/${encodeURIComponent(delivery.transactionId)}`}
            >
              {t('openTransaction')}
            </Link>
          </>
        )
      }
    >
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
    </Drawer>
  );
}

/** A delivery on its own page: the drawer's sections, side by side. */
export function DeliveryPage({ id }: { id: string }) {
  const t = useTranslations('deliveries.detail');
  const account = useSession().account.slug;
  const state = useDelivery(id);
  const delivery = state.data?.delivery;
  const name = delivery === undefined ? id : nameOf(delivery);
  return (
    <PlaceContext value="page">
      <PageHead
        title={t('title')}
        back={{ href: `/${account}/deliveries`, label: t('back') }}
        note={delivery && name}
        asOf={state.data?.asOf}
      >
        {delivery?.transactionId && (
          <ResendButton transactionId={delivery.transactionId} name={name} needed={delivery.open} />
        )}
        {delivery?.open && <CloseFailuresButton which={{ ids: [delivery.id] }} count={1} />}
      </PageHead>
      <Page>
        <DeliveryRecord state={state}>
          {(facts) => (
            <div className="grid gap-4">
              <div className="grid items-start gap-4 drawer:grid-cols-2">
                <div className="grid min-w-0 gap-4">
                  <div className={cn(panelVariants(), 'p-panel')}>
                    <DeliveryHead facts={facts} />
                  </div>
                  <ClosedPart facts={facts} />
                  <DeliveryAttempts facts={facts} />
                  <DeliveryReceived facts={facts} />
                </div>
                <div className="grid min-w-0 gap-4">
                  <DeliveryPayload facts={facts} reveal={state.reveal} />
                </div>
              </div>
              <OtherFields of={facts.other} />
              <div className={cn(panelVariants(), 'p-panel')}>
                <RawAnswer value={facts.raw} />
              </div>
            </div>
          )}
        </DeliveryRecord>
      </Page>
    </PlaceContext>
  );
}

/** Loads one delivery; personal data stays masked until revealed. */
function useDelivery(id: string): RevealedRead<DeliveryFacts> {
  const account = useSession().account.slug;
  return useRecord(deliveryOptions(account, id), revealedDeliveryOptions(account, id));
}

type AttemptLine = { newest: DeliveryLine; oldest: DeliveryLine; count: number };

/** From oldest first to newest first; consecutive equal failures are one line, except the current one. */
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

/** Attempts of the same transaction, event and address, newest first. */
function DeliveryAttempts({ facts }: { facts: DeliveryFacts }) {
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
      what={
        count > 1
          ? t('detail.folded', { count, status })
          : t('detail.attemptLine', { attempt: newest.attempt ?? 1, status })
      }
      note={notes.join(' · ')}
      when={<Instant at={at} variant={at !== null && saoPauloDay(at) === day ? 'time' : 'full'} />}
    />
  );
}

/** Request and response of a delivery, masked until revealed. */
function DeliveryPayload({ facts, reveal }: { facts: DeliveryFacts; reveal: Reveal }) {
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
function DeliveryReceived({ facts: { received } }: { facts: DeliveryFacts }) {
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

const WAITING = ['delivery', 'transaction', 'url', 'event'] as const;
type RecordProps = { state: RevealedRead<DeliveryFacts>; children: (facts: DeliveryFacts) => ReactNode };

function DeliveryRecord({ state, children }: RecordProps) {
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
