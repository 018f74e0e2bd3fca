'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { urlOf } from '#lib/api/client.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { type Filters, toQuery } from '#lib/transactions/filters.ts';
import { CsvButton } from './csv-button.tsx';

type Props = { filters: Filters; onError: (error: unknown) => void };

/** CSV of exactly the filter on screen. */
export function ExportButton({ filters, onError }: Props) {
  const t = useTranslations('transactions.export');
  const account = useSession().account.slug;
  return (
    <CsvButton
      url={() => urlOf('GET /transactions.csv', account, {}, toQuery(filters))}
      fileName={() => t('fileName', { account, day: saoPauloDay(Date.now()) })}
      onError={onError}
    />
  );
}
