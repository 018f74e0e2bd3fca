import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PoliciesSummary } from '#components/policies/policies-summary.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { TeamView } from '#components/team/team-view.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { prefetchTeam } from '#lib/team/server/prefetch-team.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('team'))('title') };
}

export default async function TeamPage() {
  const ctx = await pageOperator();
  if (!ctx.permissions.has('manage')) notFound();
  return (
    <HydrateAtMount state={await prefetchTeam({ ctx })}>
      <TeamView policies={<PoliciesSummary />} />
    </HydrateAtMount>
  );
}
