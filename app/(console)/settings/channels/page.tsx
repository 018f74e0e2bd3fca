import { ChannelsView } from '#components/notifications/channels-view.tsx';
import { prefetchSettings } from '#lib/notifications/server/get-settings.ts';
import { lastAccount } from '../../all-accounts-layout.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'channels',
  title: 'channels.title',
  read: async ({ ctx }) => prefetchSettings({ ctx, account: (await lastAccount()).account.slug }),
  view: () => <ChannelsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
