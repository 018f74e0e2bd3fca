import { ApprovalsView } from '#components/notifications/waiting-panel.tsx';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'approvals',
  title: 'inbox.approvals.title',
  view: () => <ApprovalsView />,
});
export default Page;
