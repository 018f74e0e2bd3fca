import { ChannelsView } from '#components/notifications/channels-view.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  title: 'channels.title',
  view: () => <ChannelsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
