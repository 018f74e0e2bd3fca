import { WithdrawalsView } from '#components/payments/withdrawals/withdrawals-view.tsx';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'payments.withdrawals.title',
  needs: 'withdrawals',
  read: async ({ ctx, search }) => {
    const filters = await loadPaymentFilters(search);
    return Promise.all([
      prefetchPayments({ ctx, page: 'withdrawals', filters }),
      prefetchViews({ ctx, page: 'withdrawals' }),
    ]);
  },
  view: () => <WithdrawalsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
