import { AccountsView } from '#components/accounts/accounts-view.tsx';
import { changesOptions, connectionsOptions } from '#lib/connections/queries.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'accounts',
  title: 'accounts.title',
  permission: 'manage',
  read: () => [connectionsOptions(), changesOptions()],
  view: () => <AccountsView />,
});
export default Page;
