import { TransfersView } from '#components/payments/transfers/transfers-view.tsx';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'payments.transfers.title',
  needs: 'transfers',
  read: async ({ ctx, search }) => {
    const filters = await loadPaymentFilters(search);
    return Promise.all([
      prefetchPayments({ ctx, page: 'transfers', filters }),
      prefetchViews({ ctx, page: 'transfers' }),
    ]);
  },
  view: () => <TransfersView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
