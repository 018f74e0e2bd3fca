import { PoliciesSummary } from '#components/policies/policies-summary.tsx';
import { TeamView } from '#components/team/team-view.tsx';
import { prefetchConnections } from '#lib/connections/server/rule-changes.ts';
import { prefetchPolicies } from '#lib/policies/server/policies.ts';
import { prefetchTeam } from '#lib/team/server/prefetch-team.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'team',
  title: 'team.title',
  permission: 'manage',
  read: ({ ctx }) =>
    Promise.all([prefetchTeam({ ctx }), prefetchPolicies({ ctx }), prefetchConnections({ ctx })]),
  view: () => <TeamView policies={<PoliciesSummary />} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
