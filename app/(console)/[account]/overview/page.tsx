import { OverviewPage } from '#components/overview/overview-page.tsx';
import { healthQuery } from '#lib/overview/queries.ts';
import { overviewParts, overviewReads } from '#lib/overview/server/overview-reads.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { accountPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'overview',
  title: 'overview.title',
  read: ({ ctx, slug }) => [
    ...overviewReads(ctx),
    capabilitiesOf(ctx.account).includes('webhooks') && webhooksOptions(slug),
  ],
  // The calls of the other panels change the account's health.
  after: (account) => [healthQuery(account)],
  view: ({ account, ctx }) => <OverviewPage account={account} parts={overviewParts(ctx)} />,
});
export default Page;
