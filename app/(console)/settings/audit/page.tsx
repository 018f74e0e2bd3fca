import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { AuditView } from '#components/audit/audit-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { loadOpen } from '#lib/list/list.ts';
import { auditList } from '#lib/trail/audit.list.ts';
import { prefetchAudit } from '#lib/trail/server/prefetch-audit.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audit'))('title') };
}

export default async function AuditPage({ searchParams }: Props) {
  const ctx = await pageOperator();
  if (!ctx.permissions.has('manage')) notFound();
  const [filters, { open }] = await Promise.all([auditList.load(searchParams), loadOpen(searchParams)]);
  const state = await Promise.all([
    prefetchAudit({ ctx, filters, open }),
    prefetchViews({ ctx, page: 'audit' }),
  ]);
  return (
    <HydrateAtMount state={state}>
      <AuditView />
    </HydrateAtMount>
  );
}
