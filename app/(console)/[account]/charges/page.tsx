import { ChargesView } from '#components/charges/charges-view.tsx';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'charges',
  title: 'payments.charges.title',
  needs: 'charges',
  views: 'charges',
  read: async ({ ctx, search }) =>
    prefetchPayments({ ctx, page: 'charges', filters: await loadPaymentFilters(search) }),
  view: () => <ChargesView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
