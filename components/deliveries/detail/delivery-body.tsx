'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody, type RevealedRead, useRecord } from '#components/list/record-body.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { OtherFields, RawAnswer } from '#components/ui/provider-answer.tsx';
import { type DeliveryFacts, deliveryOptions, revealedDeliveryOptions } from '#lib/deliveries/queries.ts';
import { ClosedPart } from '../close-failures.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { DeliveryHead } from './delivery-head.tsx';
import { DeliveryPayload } from './delivery-payload.tsx';
import { DeliveryReceived } from './delivery-received.tsx';

/** One delivery; its personal data in clear only after it was asked for. */
export function useDelivery(id: string): RevealedRead<DeliveryFacts> {
  const account = useSession().account.slug;
  return useRecord(deliveryOptions(account, id), revealedDeliveryOptions(account, id));
}

/** One delivery from top to bottom, as in the drawer. */
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
      absent={<EmptyState title={t('notFound')}>{t('notFoundTodo')}</EmptyState>}
    >
      {children}
    </RecordBody>
  );
}
