'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
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

/** How old the rows are, how many came since, the export, and the way to a new charge. */
export function TransactionsHead({ rows, state, columns, exported }: Props) {
  const t = useTranslations('transactions');
  const { account } = useSession();
  const mayCharge = useCan('charge') && account.capabilities.includes('charges-create');
  return (
    <PageHead title={t('title')} asOf={rows.asOf}>
      <RefreshRows rows={rows} />
      <span className="head-ways">
        <SavedViews list={transactionsList} state={state} columns={columns} now={rows.asOf} />
        {exported}
      </span>
      {mayCharge && (
        <LinkButton href={`/${account.slug}/charges`} icon="plus">
          <span className="max-wide:sr-only">{t('newCharge')}</span>
        </LinkButton>
      )}
    </PageHead>
  );
}
