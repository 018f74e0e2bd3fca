import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ResendsView } from '#components/resends/resends-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchResends } from '#lib/resends/server/prefetch-resends.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('resends'))('title') };
}

export default async function ResendsPage({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.resends === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchResends({ ctx })}>
      <ResendsView />
    </HydrateAtMount>
  );
}
