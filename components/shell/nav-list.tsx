'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { isCurrent, navFor, SETTINGS, segmentOf } from './nav.ts';
import { NavBadge } from './nav-badge.tsx';
import { useSession } from './session-context.tsx';

const GROUPS = ['watch', 'move', 'records'] as const;

/** The pages of this account, in their groups. */
export function NavList() {
  const t = useTranslations('shell.nav');
  const { account, session } = useSession();
  const pathname = usePathname();
  const current = segmentOf(pathname, account.slug);
  const items = navFor(account);
  return (
    <nav className="nav" aria-label={t('label')}>
      {GROUPS.map((group) => {
        const own = items.filter((item) => item.group === group);
        if (own.length === 0) return null;
        return (
          <ul key={group}>
            {own.map((item) => (
              <li key={item.id}>
                <Link
                  href={`/${account.slug}/${item.id}`}
                  title={t(item.id)}
                  aria-current={isCurrent(item, current) ? 'page' : undefined}
                >
                  <Icon name={item.icon} /> {t(item.id)}
                  <NavBadge of={item.id} />
                </Link>
              </li>
            ))}
          </ul>
        );
      })}
      {session.permissions.includes('manage') && (
        <ul>
          <li>
            <Link
              href={SETTINGS}
              title={t('settings')}
              aria-current={pathname.startsWith('/settings') ? 'page' : undefined}
            >
              <Icon name="gear" /> {t('settings')}
            </Link>
          </li>
        </ul>
      )}
    </nav>
  );
}
