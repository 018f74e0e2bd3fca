import { InboxView } from '#components/notifications/inbox-view.tsx';
import { inboxList } from '#lib/notifications/inbox.list.ts';
import { prefetchInbox } from '#lib/notifications/server/get-settings.ts';
import { lastAccount } from '../all-accounts-layout.tsx';
import { operatorPage } from '../page-of.tsx';

const page = operatorPage({
  segment: 'inbox',
  title: 'inbox.title',
  read: async ({ ctx, search }) => {
    const [{ account }, filters] = await Promise.all([lastAccount(), inboxList.load(search)]);
    return prefetchInbox({ ctx, account: account.slug, filters });
  },
  view: () => <InboxView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
