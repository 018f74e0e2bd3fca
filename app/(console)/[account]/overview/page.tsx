import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { overviewParts, prefetchOverview } from '#lib/overview/server/prefetch-overview.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('overview');
  return { title: t('title') };
}

export default async function Page({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  return (
    <HydrateAtMount state={await prefetchOverview({ ctx })}>
      <OverviewPage account={account} parts={overviewParts(ctx)} />
    </HydrateAtMount>
  );
}
