'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { TabLink, Tabs } from '#components/ui/tabs.tsx';
import { isCurrent, navFor, pathOf, segmentOf, shownPlace } from './nav.ts';
import { TabBadge } from './nav-badge.tsx';
import { useSession } from './session.tsx';

/** Below the title of a page of an account: the places of its entry in the menu. Absent where there is only one. */
export function EntryTabs() {
  const t = useTranslations('shell.nav');
  const { account } = useSession();
  const segment = segmentOf(usePathname(), account.slug);
  const search = useSearchParams();
  const entry = navFor(account).find((item) => isCurrent(item, segment));
  if (entry === undefined || entry.places.length < 2) return null;
  const shown = shownPlace(entry, segment, search);
  return (
    <Tabs aria-label={t('tabs', { name: t(entry.id as 'pay') })}>
      {entry.places.map((place) => (
        <TabLink key={place.id} href={pathOf(account.slug, place)} open={place === shown}>
          {t(`places.${place.id as 'open'}`)}
          <TabBadge of={place.id} />
        </TabLink>
      ))}
    </Tabs>
  );
}
