import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { AccountsView } from '#components/accounts/accounts-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { prefetchConnections } from '#lib/connections/server/prefetch-connections.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts'))('title') };
}

export default async function AccountsPage() {
  const ctx = await pageOperator();
  if (!ctx.permissions.has('manage')) notFound();
  return (
    <HydrateAtMount state={await prefetchConnections({ ctx })}>
      <AccountsView />
    </HydrateAtMount>
  );
}
