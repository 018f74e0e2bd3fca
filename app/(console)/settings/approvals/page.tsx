import { ApprovalsView } from '#components/notifications/waiting-panel.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'approvals',
  title: 'inbox.approvals.title',
  view: () => <ApprovalsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
