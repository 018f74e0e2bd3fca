import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { ResendsView } from '#components/resends/resends-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { prefetchResends } from '#lib/resends/server/prefetch-resends.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('resends'))('title') };
}

export default async function ResendsPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.resends === undefined) notFound();
  const filters = await resendsList.load(searchParams);
  return (
    <HydrateAtMount
      state={await Promise.all([prefetchResends({ ctx, filters }), prefetchViews({ ctx, page: 'resends' })])}
    >
      <ResendsView />
    </HydrateAtMount>
  );
}
