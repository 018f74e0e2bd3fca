import { OperationsView } from '#components/operations/operations-view.tsx';
import { operationsList } from '#lib/operations/operations.list.ts';
import { prefetchOperations } from '#lib/operations/server/prefetch-operations.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'operations',
  title: 'operations.title',
  views: 'operations',
  read: async ({ ctx, search }) => prefetchOperations({ ctx, filters: await operationsList.load(search) }),
  view: () => <OperationsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
