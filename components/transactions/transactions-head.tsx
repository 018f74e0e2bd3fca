'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { RefreshRows } from '../list/refresh-rows.tsx';
import type { ShownColumns } from '../list/use-columns.ts';
import { SavedViews } from '../list/views/saved-views.tsx';
import type { TransactionFilterState, TransactionRows } from './use-transactions.ts';

type Props = {
  rows: TransactionRows;
  state: TransactionFilterState;
  columns: ShownColumns;
  exported: ReactNode;
};

/** How old the rows are, how many came since, and the export. */
export function TransactionsHead({ rows, state, columns, exported }: Props) {
  const t = useTranslations('transactions');
  return (
    <PageHead title={t('title')} asOf={rows.asOf}>
      <RefreshRows rows={rows} />
      <SavedViews list={transactionsList} state={state} columns={columns} now={rows.asOf} />
      {exported}
    </PageHead>
  );
}
