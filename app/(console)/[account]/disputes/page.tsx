import { QueueView } from '#components/disputes/queue/queue-view.tsx';
import { disputesList, queueFilterOf } from '#lib/disputes/disputes.list.ts';
import { prefetchDisputes } from '#lib/disputes/server/prefetch-disputes.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'disputes.title',
  needs: 'disputes',
  read: async ({ ctx, search }) => {
    const filter = queueFilterOf(await disputesList.load(search));
    return Promise.all([prefetchDisputes({ ctx, filter }), prefetchViews({ ctx, page: 'disputes' })]);
  },
  view: () => <QueueView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
