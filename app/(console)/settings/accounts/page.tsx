import { AccountsView } from '#components/accounts/accounts-view.tsx';
import { prefetchConnections } from '#lib/connections/server/rule-changes.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'accounts',
  title: 'accounts.title',
  permission: 'manage',
  read: ({ ctx }) => prefetchConnections({ ctx }),
  view: () => <AccountsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
