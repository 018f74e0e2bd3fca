'use client';

import { useTranslations } from 'next-intl';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';

export function usePaymentFilters(page: PaymentPage) {
  const t = useTranslations('payments.status');
  const say = (_: string, word: string) => {
    const key = `${page}.${word}`;
    return t.has(key) ? t(key as 'charges.PENDING') : word;
  };
  return useListFilters({ list: paymentLists[page], say });
}
export type FilterState = ReturnType<typeof usePaymentFilters>;
