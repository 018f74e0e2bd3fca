import { InboxView } from '#components/notifications/inbox-view.tsx';
import { operatorPage } from '../page-of.tsx';

const page = operatorPage({
  title: 'inbox.title',
  view: () => <InboxView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
