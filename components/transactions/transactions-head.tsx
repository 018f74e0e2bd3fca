'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { RefreshRows } from '../list/refresh-rows.tsx';
import type { Views } from '../list/views/use-views.ts';
import { ViewsMenu } from '../list/views/views-menu.tsx';
import { TransactionsExport } from './transactions-export.tsx';
import type { TransactionFilterState, TransactionRows } from './use-transactions.ts';

type Props = {
  rows: TransactionRows;
  state: TransactionFilterState;
  views: Views;
  onExportError: (error: unknown) => void;
};

/** How old the rows are, how many came since, and the export. */
export function TransactionsHead({ rows, state, views, onExportError }: Props) {
  const t = useTranslations('transactions');
  return (
    <PageHead title={t('title')} asOf={rows.asOf}>
      <RefreshRows rows={rows} />
      <ViewsMenu views={views} state={state} />
      <TransactionsExport filters={state.filters} count={rows.total} onError={onExportError} />
    </PageHead>
  );
}
