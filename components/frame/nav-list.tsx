'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { AccountSummary } from '#lib/session/contract.ts';
import { ALL_ACCOUNTS, isCurrent, navFor, segmentOf } from '../shell/nav.ts';
import { useSession } from '../shell/session-context.tsx';
import { settingsStart } from '../shell/settings-pages.ts';
import { AwaitingLink, NavBadge } from './nav-badge.tsx';

const GROUPS = ['watch', 'move', 'records'] as const;

/** The pages of this account, in their groups. */
export function NavList() {
  const t = useTranslations('shell.nav');
  const { account, session } = useSession();
  const pathname = usePathname();
  const current = segmentOf(pathname, account.slug);
  const above = pathname === ALL_ACCOUNTS;
  const settings = settingsStart(session.permissions);
  const items = above ? [] : navFor(account);
  return (
    <nav className="nav" aria-label={t('label')}>
      {above && <AccountLinks />}
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
                  {item.id !== 'operations' && <NavBadge of={item.id} />}
                </Link>
                {item.id === 'operations' && <AwaitingLink />}
              </li>
            ))}
          </ul>
        );
      })}
      <ul>
        <li>
          <Link
            href={settings}
            title={t('settings')}
            aria-current={pathname.startsWith('/settings') ? 'page' : undefined}
          >
            <Icon name="gear" /> {t('settings')}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

const KIND_ICONS: Record<AccountSummary['kind'], IconName> = {
  pix: 'transactions',
  hub: 'lines',
  card: 'card',
};

/** Above all accounts no account's pages stand beside the page: the accounts themselves do. */
function AccountLinks() {
  const { accounts } = useSession().session;
  return (
    <ul>
      {accounts.map(({ slug, name, kind }) => (
        <li key={slug}>
          <Link href={`/${slug}/overview`} title={name}>
            <Icon name={KIND_ICONS[kind]} /> <span className="truncate">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
