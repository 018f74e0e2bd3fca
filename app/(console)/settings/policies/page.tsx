import { WaitingPanel } from '#components/notifications/waiting-panel.tsx';
import { PoliciesView } from '#components/policies/policies-view.tsx';
import { changesOptions, connectionsOptions } from '#lib/connections/queries.ts';
import { limitsTodayOptions, policiesOptions } from '#lib/policies/queries.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'policies',
  title: 'policies.title',
  permission: 'manage',
  read: () => [policiesOptions(), limitsTodayOptions(), connectionsOptions(), changesOptions()],
  view: () => <PoliciesView waiting={<WaitingPanel />} />,
});
export default Page;
