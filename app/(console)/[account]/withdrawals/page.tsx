import { WithdrawalsView } from '#components/payments/withdrawals/withdrawals-view.tsx';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'withdrawals',
  title: 'payments.withdrawals.title',
  needs: 'withdrawals',
  views: 'withdrawals',
  read: async ({ ctx, search }) =>
    prefetchPayments({ ctx, page: 'withdrawals', filters: await loadPaymentFilters(search) }),
  view: () => <WithdrawalsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
