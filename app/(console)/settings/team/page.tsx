import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PoliciesSummary } from '#components/policies/policies-summary.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { TeamView } from '#components/team/team-view.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { prefetchConnections } from '#lib/connections/server/prefetch-connections.ts';
import { prefetchPolicies } from '#lib/policies/server/prefetch-policies.ts';
import { prefetchTeam } from '#lib/team/server/prefetch-team.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('team'))('title') };
}

export default async function TeamPage() {
  const ctx = await pageOperator();
  if (!ctx.permissions.has('manage')) notFound();
  const state = await Promise.all([
    prefetchTeam({ ctx }),
    prefetchPolicies({ ctx }),
    prefetchConnections({ ctx }),
  ]);
  return (
    <HydrateAtMount state={state}>
      <TeamView policies={<PoliciesSummary />} />
    </HydrateAtMount>
  );
}
