import { OperationsView } from '#components/operations/operations-view.tsx';
import { operationsList } from '#lib/operations/operations.list.ts';
import { prefetchOperations } from '#lib/operations/server/prefetch-operations.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'operations.title',
  read: async ({ ctx, search }) => {
    const filters = await operationsList.load(search);
    return Promise.all([prefetchOperations({ ctx, filters }), prefetchViews({ ctx, page: 'operations' })]);
  },
  view: () => <OperationsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
