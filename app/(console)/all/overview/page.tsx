import { AllAccountsView } from '#components/all-accounts/all-accounts-view.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchHolding } from '#lib/overview/server/prefetch-overview.ts';
import { lastAccount, PREFETCHED_ACCOUNTS } from '../../all-accounts-layout.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'all',
  title: 'all-accounts.title',
  read: async () => {
    const { accounts } = (await lastAccount()).session;
    return Promise.all(
      accounts
        .slice(0, PREFETCHED_ACCOUNTS)
        .map(async ({ slug }) => prefetchHolding({ ctx: await pageContext(slug, 'read') })),
    );
  },
  view: () => <AllAccountsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
