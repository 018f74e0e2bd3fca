import { TransactionsView } from '#components/transactions/transactions-view.tsx';
import { loadOpen } from '#lib/list/list.ts';
import { prefetchTransactions } from '#lib/transactions/server/list-transactions.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'transactions',
  title: 'transactions.title',
  needs: 'transactions',
  views: 'transactions',
  read: async ({ ctx, search }) => {
    const [filters, { open }] = await Promise.all([transactionsList.load(search), loadOpen(search)]);
    return prefetchTransactions({ ctx, filters, open });
  },
  view: () => <TransactionsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
