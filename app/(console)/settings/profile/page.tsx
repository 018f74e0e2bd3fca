import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ProfileView } from '#components/profile/profile-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { prefetchProfile } from '#lib/profile/server/prefetch-profile.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('title') };
}

export default async function ProfilePage() {
  const ctx = await pageOperator();
  return (
    <HydrateAtMount state={await prefetchProfile({ ctx })}>
      <ProfileView />
    </HydrateAtMount>
  );
}
