'use client';

import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { type Payment, type PaymentList, paymentKeys } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';

/** A payment that was read alone is newer than its row: the list on the same screen never says something else. */
export function useShownInLists(page: PaymentPage, payment: Payment | null): void {
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

/** The row as it was read alone: the state with its meaning, which its sign follows; names that only the list tells stay. */
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
