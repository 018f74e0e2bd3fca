import { QueueView } from '#components/disputes/queue/queue-view.tsx';
import { disputesList, queueFilterFrom } from '#lib/disputes/disputes.list.ts';
import { prefetchDisputes } from '#lib/disputes/server/prefetch-disputes.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'disputes',
  title: 'disputes.title',
  needs: 'disputes',
  views: 'disputes',
  read: async ({ ctx, search }) =>
    prefetchDisputes({ ctx, filter: queueFilterFrom(await disputesList.load(search)) }),
  view: () => <QueueView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
