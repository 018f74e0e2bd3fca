import { AllAccountsView } from '#components/all-accounts/all-accounts-view.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchHolding } from '#lib/overview/server/prefetch-overview.ts';
import { ALL_IN_SIGHT } from '../../above-accounts.tsx';
import { accountBeside } from '../../account-beside.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'all',
  title: 'all-accounts.title',
  read: async () => {
    const { accounts } = (await accountBeside()).session;
    return Promise.all(
      accounts
        .slice(0, ALL_IN_SIGHT)
        .map(async ({ slug }) => prefetchHolding({ ctx: await pageContext(slug, 'read') })),
    );
  },
  view: () => <AllAccountsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
