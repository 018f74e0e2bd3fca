import { QueueView } from '#components/disputes/queue/queue-view.tsx';
import { disputesList, queueFilterFrom } from '#lib/disputes/disputes.list.ts';
import { queueOptions } from '#lib/disputes/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'disputes',
  title: 'disputes.title',
  needs: 'disputes',
  views: 'disputes',
  read: async ({ slug, search }) => [queueOptions(slug, queueFilterFrom(await disputesList.load(search)))],
  view: () => <QueueView />,
});
export default Page;
