import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PoliciesView } from '#components/policies/policies-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { prefetchConnections } from '#lib/connections/server/prefetch-connections.ts';
import { prefetchPolicies } from '#lib/policies/server/prefetch-policies.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('policies'))('title') };
}

export default async function PoliciesPage() {
  const ctx = await pageOperator();
  if (!ctx.permissions.has('manage')) notFound();
  const [policies, connections] = await Promise.all([
    prefetchPolicies({ ctx, today: true }),
    prefetchConnections({ ctx }),
  ]);
  return (
    <HydrateAtMount state={policies}>
      <HydrateAtMount state={connections}>
        <PoliciesView />
      </HydrateAtMount>
    </HydrateAtMount>
  );
}
