'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
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

/** How old the rows are, how many came since, and the export. New rows never push in by themselves. */
export function TransactionsHead({ rows, state, views, onExportError }: Props) {
  const t = useTranslations('list.head');
  const words = useTranslations('transactions');
  const { fresh, refresh } = rows;
  return (
    <PageHead title={words('title')} asOf={rows.asOf}>
      <span role="status">
        {fresh !== null && (
          <Button icon="up" title={t('freshTitle')} onClick={refresh.run} disabled={refresh.busy}>
            {fresh === 'some' ? t('freshSome') : t('fresh', { count: fresh })}
          </Button>
        )}
      </span>
      <IconButton
        icon="refresh"
        size="md"
        label={refresh.busy ? t('refreshing') : t('refresh')}
        aria-busy={refresh.busy}
        disabled={refresh.busy || rows.loading}
        onClick={refresh.run}
      />
      <ViewsMenu views={views} state={state} />
      <TransactionsExport filters={state.filters} count={rows.total} onError={onExportError} />
    </PageHead>
  );
}
