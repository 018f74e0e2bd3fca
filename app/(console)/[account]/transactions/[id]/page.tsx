import { DetailPage } from '#components/transactions/detail/detail-page.tsx';
import { prefetchTransaction } from '#lib/transactions/server/list-transactions.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'transactions',
  title: 'transactions.detailTitle',
  needs: 'transactions',
  read: ({ ctx, id }) => prefetchTransaction({ ctx, id }),
  view: ({ id }) => <DetailPage id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
