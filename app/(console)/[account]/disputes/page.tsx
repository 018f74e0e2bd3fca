import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { QueueView } from '#components/disputes/queue/queue-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { disputesList, queueFilterOf } from '#lib/disputes/disputes.list.ts';
import { prefetchDisputes } from '#lib/disputes/server/prefetch-disputes.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('disputes'))('title') };
}

export default async function DisputesPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.disputes === undefined) notFound();
  const filter = queueFilterOf(await disputesList.load(searchParams));
  return (
    <HydrateAtMount
      state={await Promise.all([prefetchDisputes({ ctx, filter }), prefetchViews({ ctx, page: 'disputes' })])}
    >
      <QueueView />
    </HydrateAtMount>
  );
}
