import { ChannelsView } from '#components/notifications/channels-view.tsx';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'channels',
  title: 'channels.title',
  read: ({ slug }) => [settingsOptions(slug)],
  view: () => <ChannelsView />,
});
export default Page;
