'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { askedParser, paymentLists } from '#lib/payments/payments.list.ts';
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

/** Operation asked here last, shown in place of its form; null while the form is on screen. */
export function useAsked() {
  const [asked, write] = useQueryState('asked', askedParser);
  const setAsked = useCallback(
    (id: string | null) => write(id, { history: id === null ? 'replace' : 'push' }),
    [write],
  );
  return [asked, setAsked] as const;
}
