import { WebhooksView } from '#components/webhooks/webhooks-view.tsx';
import { getWebhookWeek } from '#lib/deliveries/server/get-health.ts';
import { prefetchWebhooks } from '#lib/webhooks/server/list-webhooks.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'webhooks',
  title: 'webhooks.title',
  needs: 'webhooks',
  read: ({ ctx }) => prefetchWebhooks({ ctx, weekOf: getWebhookWeek }),
  view: () => <WebhooksView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
