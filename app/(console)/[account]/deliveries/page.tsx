import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { DeliveriesView } from '#components/deliveries/deliveries-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { prefetchDeliveries } from '#lib/deliveries/server/prefetch-deliveries.ts';
import { loadOpen } from '#lib/list/list.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('deliveries'))('title') };
}

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.deliveries === undefined) {
    // Without a history, whoever looks for a missing notice is told where it may be.
    if (ctx.port.webhooks !== undefined) redirect(`/${account}/webhooks?open=missing`);
    notFound();
  }
  const [filters, { open }] = await Promise.all([deliveriesList.load(searchParams), loadOpen(searchParams)]);
  const state = await Promise.all([
    prefetchDeliveries({ ctx, filters, open }),
    prefetchViews({ ctx, page: 'deliveries' }),
  ]);
  return (
    <HydrateAtMount state={state}>
      <DeliveriesView />
    </HydrateAtMount>
  );
}
