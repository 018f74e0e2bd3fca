import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OperationsView } from '#components/operations/operations-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchOperations } from '#lib/operations/server/prefetch-operations.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('operations'))('title') };
}

export default async function OperationsPage({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  return (
    <HydrateAtMount state={await prefetchOperations({ ctx })}>
      <OperationsView />
    </HydrateAtMount>
  );
}
