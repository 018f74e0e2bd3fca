import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchOverview } from '#lib/overview/server/prefetch-overview.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('overview');
  return { title: t('title') };
}

export default async function Page({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  const { balance, profile, transactions, summary, disputes } = ctx.port;
  const parts = {
    balance: balance !== undefined,
    profile: profile !== undefined,
    transactions: transactions !== undefined,
    summary: summary !== undefined,
    disputes: disputes !== undefined,
  };
  return (
    <HydrateAtMount state={await prefetchOverview({ ctx })}>
      <OverviewPage account={account} parts={parts} />
    </HydrateAtMount>
  );
}
