'use client';

import { useTranslations } from 'next-intl';
import { ListExport } from '#components/list/export/list-export.tsx';
import { urlOf } from '#lib/api/client.ts';
import { toQuery } from '#lib/list/list.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

type Props = {
  filters: TransactionFilters;
  count: number | null;
  ids?: readonly string[];
  onError: (error: unknown) => void;
};

/** CSV of exactly the filter on screen, or of these of its rows. */
export function TransactionsExport({ filters, ...rest }: Props) {
  const t = useTranslations('transactions');
  return (
    <ListExport
      {...rest}
      name={t('file')}
      url={(account, how) => urlOf('GET /transactions.csv', account, {}, { ...toQuery(filters), ...how })}
    />
  );
}
