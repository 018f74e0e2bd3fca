import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { WebhooksView } from '#components/webhooks/webhooks-view.tsx';
import { pageContext } from '#lib/api/page.ts';
import { getWebhookWeek } from '#lib/deliveries/server/get-webhook-week.ts';
import { prefetchWebhooks } from '#lib/webhooks/server/prefetch-webhooks.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('title') };
}

export default async function WebhooksPage({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.webhooks === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchWebhooks({ ctx, weekOf: getWebhookWeek })}>
      <WebhooksView />
    </HydrateAtMount>
  );
}
