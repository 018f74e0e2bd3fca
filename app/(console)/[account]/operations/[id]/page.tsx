import { OperationPage } from '#components/payments/approval/operation-page.tsx';
import { prefetchOperation } from '#lib/operations/server/prefetch-operations.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'operations',
  title: 'operations.drawer.id',
  read: ({ ctx, id }) => prefetchOperation({ ctx, id }),
  view: ({ id }) => <OperationPage id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
