import { OverviewPage } from '#components/overview/overview-page.tsx';
import { overviewParts, prefetchOverview } from '#lib/overview/server/prefetch-overview.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'overview.title',
  read: ({ ctx }) => prefetchOverview({ ctx }),
  view: ({ account, ctx }) => <OverviewPage account={account} parts={overviewParts(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
