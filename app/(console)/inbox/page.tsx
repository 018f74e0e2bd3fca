import { InboxView } from '#components/notifications/inbox-view.tsx';
import { inboxList } from '#lib/notifications/inbox.list.ts';
import { countsOptions, linesOptions, settingsOptions } from '#lib/notifications/queries.ts';
import { operatorPage } from '../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'inbox',
  title: 'inbox.title',
  // Approvals are not among them, because reading them is audited.
  read: async ({ slug, search }) => [
    linesOptions(slug, await inboxList.load(search)),
    countsOptions(slug),
    settingsOptions(slug),
  ],
  view: () => <InboxView />,
});
export default Page;
