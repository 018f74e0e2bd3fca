'use client';

import { useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { DeliveryHead } from './delivery-head.tsx';
import { DeliveryPayload } from './delivery-payload.tsx';
import { DeliveryRaw } from './delivery-raw.tsx';
import { DeliveryReceived } from './delivery-received.tsx';
import type { DeliveryState } from './use-delivery.ts';

/** One delivery from top to bottom, as in the drawer. */
export function DeliveryBody({ state }: { state: DeliveryState }) {
  const { facts, reveal } = state;
  if (facts === undefined) return <Absent state={state} />;
  return (
    <>
      <StaleFault state={state} />
      <section>
        <DeliveryHead facts={facts} />
      </section>
      <DeliveryAttempts facts={facts} />
      <DeliveryPayload facts={facts} reveal={reveal} />
      <DeliveryReceived facts={facts} />
      <DeliveryRaw facts={facts} />
    </>
  );
}

export function StaleFault({ state }: { state: DeliveryState }) {
  if (state.error === null) return null;
  return (
    <section>
      <ReadError error={state.error} onRetry={state.retry} asOf={state.facts?.asOf ?? null} />
    </section>
  );
}

const WAITING = ['delivery', 'transaction', 'url', 'event'] as const;

export function Absent({ state }: { state: DeliveryState }) {
  const t = useTranslations('deliveries.detail');
  if (state.notFound) return <EmptyState title={t('notFound')}>{t('notFoundTodo')}</EmptyState>;
  if (state.error !== null) return <StaleFault state={state} />;
  return (
    <section className="grid gap-3" aria-busy="true" aria-label={t('loading')}>
      {WAITING.map((name) => (
        <div key={name} className="flex gap-3 text-ink-3">
          <span className="w-20">{t(`ids.${name}`)}</span>
          <Skeleton width="10rem" className="my-1" />
        </div>
      ))}
    </section>
  );
}
