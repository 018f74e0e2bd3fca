import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ReportsView } from '#components/reports/reports-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchReports } from '#lib/reports/server/prefetch-reports.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('reports'))('title') };
}

export default async function ReportsPage({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'report');
  if (ctx.port.reports === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchReports(ctx)}>
      <ReportsView />
    </HydrateAtMount>
  );
}
