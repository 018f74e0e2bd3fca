import { TransactionsView } from '#components/transactions/transactions-view.tsx';
import { loadOpen } from '#lib/list/list.ts';
import {
  detailOptions,
  storedFilterOptions,
  timelineOptions,
  transactionRows,
} from '#lib/transactions/queries.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'transactions',
  title: 'transactions.title',
  needs: 'transactions',
  views: 'transactions',
  read: async ({ slug, search }) => {
    const [filters, { open }] = await Promise.all([transactionsList.load(search), loadOpen(search)]);
    return [
      transactionRows.rows(slug, filters),
      filters.f !== null && storedFilterOptions(slug, filters.f),
      open !== null && detailOptions(slug, open),
      open !== null && timelineOptions(slug, open),
    ];
  },
  view: () => <TransactionsView />,
});
export default Page;
