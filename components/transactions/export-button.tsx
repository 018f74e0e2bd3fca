'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { urlOf } from '#lib/api/client.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { toQuery } from '#lib/list/list.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';
import { CsvButton } from '../list/export/csv-button.tsx';

type Props = {
  filters: TransactionFilters;
  count: number | null;
  ids?: readonly string[];
  onError: (error: unknown) => void;
};

/** CSV of exactly the filter on screen, or of these of its rows. */
export function ExportButton({ filters, ...rest }: Props) {
  const t = useTranslations('transactions');
  const account = useSession().account.slug;
  return (
    <CsvButton
      {...rest}
      url={(how) => urlOf('GET /transactions.csv', account, {}, { ...toQuery(filters), ...how })}
      fileName={() => t('fileName', { account, day: saoPauloDay(Date.now()) })}
    />
  );
}
