import { OverviewPage } from '#components/overview/overview-page.tsx';
import { getWebhookWeek } from '#lib/deliveries/server/get-health.ts';
import { overviewParts, prefetchOverview } from '#lib/overview/server/prefetch-overview.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { prefetchRegistry } from '#lib/webhooks/server/list-webhooks.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'overview',
  title: 'overview.title',
  read: ({ ctx }) =>
    Promise.all([
      prefetchOverview({ ctx }),
      ...(capabilitiesOf(ctx.account).includes('webhooks')
        ? [prefetchRegistry({ ctx, weekOf: getWebhookWeek })]
        : []),
    ]),
  view: ({ account, ctx }) => <OverviewPage account={account} parts={overviewParts(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
