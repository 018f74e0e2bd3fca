import { WaitingPanel } from '#components/notifications/waiting-panel.tsx';
import { PoliciesView } from '#components/policies/policies-view.tsx';
import { prefetchConnections } from '#lib/connections/server/rule-changes.ts';
import { prefetchPolicies } from '#lib/policies/server/policies.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'policies',
  title: 'policies.title',
  permission: 'manage',
  read: ({ ctx }) => Promise.all([prefetchPolicies({ ctx, today: true }), prefetchConnections({ ctx })]),
  view: () => <PoliciesView waiting={<WaitingPanel />} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
