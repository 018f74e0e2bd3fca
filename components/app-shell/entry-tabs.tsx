'use client';

import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { TAB, Tabs } from '#components/ui/tabs.tsx';
import { isCurrent, navFor, pathOf, segmentOf, shownPlace } from './nav.ts';
import { TabBadge } from './nav-badge.tsx';
import { useSession } from './session.tsx';

/** A strip with no room for all tabs shows the one that is open. */
const inSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

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
        <Link
          key={place.id}
          className={TAB}
          href={pathOf(account.slug, place)}
          ref={place === shown ? inSight : null}
          aria-current={place === shown ? 'page' : undefined}
        >
          {t(`places.${place.id as 'open'}`)}
          <TabBadge of={place.id} />
        </Link>
      ))}
    </Tabs>
  );
}
