import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { DeliveryPage } from '#components/deliveries/detail/delivery-page.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchDelivery } from '#lib/deliveries/server/prefetch-deliveries.ts';

type Props = { params: Promise<{ account: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = decodeURIComponent((await params).id);
  return { title: (await getTranslations('deliveries'))('detailTitle', { name }) };
}

export default async function DeliveryDetailPage({ params }: Props) {
  const { account, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const ctx = await pageContext(account, 'read');
  if (ctx.port.deliveries === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchDelivery({ ctx, id })}>
      <DeliveryPage key={id} id={id} />
    </HydrateAtMount>
  );
}
