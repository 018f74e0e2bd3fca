import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { CardView } from '#components/card/card-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { cardChargesList } from '#lib/card/card.list.ts';
import { prefetchCard } from '#lib/card/server/prefetch-card.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('card'))('title') };
}

export default async function CardPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.card === undefined) notFound();
  const filters = await cardChargesList.load(searchParams);
  return (
    <HydrateAtMount
      state={await Promise.all([prefetchCard({ ctx, filters }), prefetchViews({ ctx, page: 'card' })])}
    >
      <CardView />
    </HydrateAtMount>
  );
}
