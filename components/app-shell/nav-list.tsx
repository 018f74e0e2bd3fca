'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { AccountSummary } from '#lib/session/contract.ts';
import { ALL_ACCOUNTS, isCurrent, navFor, segmentOf } from './nav.ts';
import { AwaitingLink, NAV_LINK, NavBadge } from './nav-badge.tsx';
import { useSession } from './session-context.tsx';
import { settingsStart } from './settings-pages.ts';

const GROUPS = ['watch', 'move', 'records'] as const;
const LIST =
  'not-first:mt-2 not-first:border-line not-first:border-t not-first:pt-2 wide:max-drawer:not-first:mt-1 wide:max-drawer:not-first:pt-1';
const SIGN = 'text-ink-3 group-aria-[current]:text-accent wide:max-drawer:size-4.5';

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
    <nav
      className="relative flex-1 overflow-auto px-2 py-1 wide:max-drawer:px-1 wide:max-drawer:[scrollbar-width:none]"
      aria-label={t('label')}
    >
      {above && <AccountLinks />}
      {GROUPS.map((group) => {
        const own = items.filter((item) => item.group === group);
        if (own.length === 0) return null;
        return (
          <ul key={group} className={LIST}>
            {own.map((item) => (
              <li key={item.id} className="relative">
                <Link
                  className={NAV_LINK}
                  href={`/${account.slug}/${item.id}`}
                  title={t(item.id)}
                  aria-current={isCurrent(item, current) ? 'page' : undefined}
                >
                  <Icon name={item.icon} className={SIGN} /> {t(item.id)}
                  {item.id !== 'operations' && <NavBadge of={item.id} />}
                </Link>
                {item.id === 'operations' && <AwaitingLink />}
              </li>
            ))}
          </ul>
        );
      })}
      <ul className={LIST}>
        <li className="relative">
          <Link
            className={NAV_LINK}
            href={settings}
            title={t('settings')}
            aria-current={pathname.startsWith('/settings') ? 'page' : undefined}
          >
            <Icon name="gear" className={SIGN} /> {t('settings')}
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
    <ul className={LIST}>
      {accounts.map(({ slug, name, kind }) => (
        <li key={slug} className="relative">
          <Link className={NAV_LINK} href={`/${slug}/overview`} title={name}>
            <Icon name={KIND_ICONS[kind]} className={SIGN} /> <span className="truncate">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
