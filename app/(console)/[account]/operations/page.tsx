import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { OperationsView } from '#components/operations/operations-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { operationsList } from '#lib/operations/operations.list.ts';
import { prefetchOperations } from '#lib/operations/server/prefetch-operations.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('operations'))('title') };
}

export default async function OperationsPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  const filters = await operationsList.load(searchParams);
  return (
    <HydrateAtMount
      state={
        await Promise.all([prefetchOperations({ ctx, filters }), prefetchViews({ ctx, page: 'operations' })])
      }
    >
      <OperationsView />
    </HydrateAtMount>
  );
}
