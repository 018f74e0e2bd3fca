'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { TabLink, Tabs } from '#components/ui/tabs.tsx';
import { settingsFor, settingsPath } from './nav.ts';
import { useSession } from './session.tsx';

/** The tabs of the settings pages that this person may open. */
export function SettingsTabs() {
  const t = useTranslations('shell.settings');
  const { session } = useSession();
  const pathname = usePathname();
  const pages = settingsFor(session);
  // For managers the approvals are part of the policies page.
  const isAmongRules =
    pathname === settingsPath({ id: 'approvals' }) && !pages.some(({ id }) => id === 'approvals');
  const current = isAmongRules ? settingsPath({ id: 'policies' }) : pathname;
  return (
    <Tabs aria-label={t('label')}>
      {pages.map((page) => (
        <TabLink key={page.id} href={settingsPath(page)} open={current === settingsPath(page)}>
          {t(page.id)}
        </TabLink>
      ))}
    </Tabs>
  );
}
