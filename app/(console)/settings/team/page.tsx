import { PoliciesSummary } from '#components/policies/policies-summary.tsx';
import { TeamView } from '#components/team/team-view.tsx';
import { changesOptions, connectionsOptions } from '#lib/connections/queries.ts';
import { policiesOptions } from '#lib/policies/queries.ts';
import { teamOptions } from '#lib/team/queries.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'team',
  title: 'team.title',
  permission: 'manage',
  read: () => [teamOptions(), policiesOptions(), connectionsOptions(), changesOptions()],
  view: () => <TeamView policies={<PoliciesSummary />} />,
});
export default Page;
