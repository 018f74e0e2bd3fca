import { TransfersView } from '#components/payments/transfers/transfers-view.tsx';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'transfers',
  title: 'payments.transfers.title',
  needs: 'transfers',
  views: 'transfers',
  read: async ({ ctx, search }) =>
    prefetchPayments({ ctx, page: 'transfers', filters: await loadPaymentFilters(search) }),
  view: () => <TransfersView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
