import { ChargesView } from '#components/charges/charges-view.tsx';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'payments.charges.title',
  needs: 'charges',
  read: async ({ ctx, search }) => {
    const filters = await loadPaymentFilters(search);
    return Promise.all([
      prefetchPayments({ ctx, page: 'charges', filters }),
      prefetchViews({ ctx, page: 'charges' }),
    ]);
  },
  view: () => <ChargesView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
