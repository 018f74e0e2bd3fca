import { DepositPage } from '#components/payments/deposits/deposit-page.tsx';
import { prefetchDeposit } from '#lib/payments/server/prefetch-payments.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'deposits',
  title: 'payments.deposit.title',
  needs: 'deposits',
  read: ({ ctx, id }) => prefetchDeposit(ctx, id),
  view: ({ id }) => <DepositPage id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
