'use client';

import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { type Payment, type PaymentList, paymentKeys } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';

/**
 * Copies a payment that was read alone into the cached lists, so that the list on screen does not contradict
 * it.
 */
export function useSyncListCache(page: PaymentPage, payment: Payment | null): void {
  const account = useSession().account.slug;
  const client = useQueryClient();
  useEffect(() => {
    if (payment === null) return;
    client.setQueriesData<InfiniteData<PaymentList>>(
      { queryKey: paymentKeys.lists(account, page) },
      (read) => read && { ...read, pages: read.pages.map((one) => withNewer(one, payment)) },
    );
  }, [client, account, page, payment]);
}

/** Updates the row's status and state from the payment; names that only the list has are kept. */
export function withNewer(list: PaymentList, payment: Payment): PaymentList {
  const { status, state, paidAt, payer, receiver } = payment;
  const items = list.items.map((item) =>
    item.id !== payment.id || (item.status === status && item.state === state)
      ? item
      : {
          ...item,
          status,
          state,
          paidAt: paidAt ?? item.paidAt,
          payer: payer.name === null ? item.payer : payer,
          receiver: receiver.name === null ? item.receiver : receiver,
        },
  );
  return { ...list, items };
}
