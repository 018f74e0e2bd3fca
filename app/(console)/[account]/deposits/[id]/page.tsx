import { DepositPage } from '#components/payments/deposits/deposit-page.tsx';
import { depositOptions } from '#lib/payments/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'deposits',
  title: 'payments.deposit.title',
  needs: 'deposits',
  read: ({ slug, id }) => [depositOptions(slug, id)],
  view: ({ id }) => <DepositPage id={id} />,
});
export default Page;
