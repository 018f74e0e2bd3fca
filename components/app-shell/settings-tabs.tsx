'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { TAB, Tabs } from '#components/ui/tabs.tsx';
import { settingsFor, settingsPath } from './nav.ts';
import { useSession } from './session.tsx';

/** A strip with no room for all pages shows the one that is open. */
const inSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Below the title of each page of the settings: those that this person may open. */
export function SettingsTabs() {
  const t = useTranslations('shell.settings');
  const { session } = useSession();
  const pathname = usePathname();
  const pages = settingsFor(session);
  const shown = pathname === settingsPath({ id: 'approvals' }) && !pages.some(({ id }) => id === 'approvals');
  const current = shown ? settingsPath({ id: 'policies' }) : pathname;
  return (
    <Tabs aria-label={t('label')}>
      {pages.map((page) => (
        <Link
          key={page.id}
          className={TAB}
          href={settingsPath(page)}
          ref={current === settingsPath(page) ? inSight : null}
          aria-current={current === settingsPath(page) ? 'page' : undefined}
        >
          {t(page.id)}
        </Link>
      ))}
    </Tabs>
  );
}
