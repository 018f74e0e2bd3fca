import { WebhooksView } from '#components/webhooks/webhooks-view.tsx';
import { callbackSecretOptions, webhooksOptions } from '#lib/webhooks/queries.ts';
import { accountPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'webhooks',
  title: 'webhooks.title',
  needs: 'webhooks',
  read: ({ slug }) => [webhooksOptions(slug), callbackSecretOptions(slug)],
  view: () => <WebhooksView />,
});
export default Page;
