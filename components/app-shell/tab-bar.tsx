'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { useAccountItems, useUserItems } from './menu-items.ts';
import {
  ALL_ACCOUNTS,
  homeOf,
  isCurrent,
  type NavItem,
  navFor,
  segmentOf,
  settingsStart,
  tabsOf,
} from './nav.ts';
import { NavBadge, useAwaiting } from './nav-badge.tsx';
import { useSession } from './session.tsx';

const TABS = 4;
const TAB =
  'relative grid content-center justify-items-center gap-0.5 text-2xs leading-none text-ink-3 no-underline focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_0_3px_0_var(--accent)]';

/**
 * Replaces the side bar on small screens; pages without a tab, accounts and preferences are grouped under
 * "Mais".
 */
export function TabBar() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const pathname = usePathname();
  const current = segmentOf(pathname, account.slug);
  const items = pathname === ALL_ACCOUNTS ? [] : navFor(account);
  const tabs = tabsOf(items, TABS);
  const rest = items.filter((item) => !tabs.includes(item));
  const more = useMoreItems(rest);
  const trigger = (
    <button type="button" className={TAB}>
      <Icon name="more" />
      <span>{t('nav.more')}</span>
      {rest.some(({ id }) => id === 'pay' || id === 'card') && <NavBadge of="pay" />}
    </button>
  );
  return (
    <nav
      className="fixed inset-[auto_0_0] z-20 grid h-[var(--tab-bar)] auto-cols-[minmax(0,1fr)] grid-flow-col border-line-strong border-t bg-raised wide:hidden"
      aria-label={t('nav.smallLabel')}
      data-tabs=""
    >
      {tabs.map((item) => (
        <Link
          key={item.id}
          className={TAB}
          href={homeOf(account.slug, item)}
          aria-current={isCurrent(item, current) ? 'page' : undefined}
        >
          <Icon name={item.icon} />
          {t(`nav.short.${item.id as 'pay'}`)}
          <NavBadge of={item.id} />
        </Link>
      ))}
      <Menu label={t('nav.more')} trigger={trigger} items={more} side="top" align="end" />
    </nav>
  );
}

const linkTo = (id: string, label: string, icon: IconName, href: string): MenuItem => ({
  kind: 'link',
  id,
  label,
  icon,
  href,
});

/**
 * Items of "Mais": the operation that awaits this operator, pages without a tab (`rest`), accounts,
 * preferences.
 */
function useMoreItems(rest: readonly NavItem[]): MenuItem[] {
  const t = useTranslations('shell');
  const { account, session } = useSession();
  const waiting = useAwaiting();
  const accounts = useAccountItems();
  const choices = useUserItems();
  return [
    ...(waiting === null ? [] : [linkTo('awaiting', waiting.words, 'operator', waiting.href)]),
    { kind: 'words', id: 'pages', label: t('pages') },
    ...rest.map((item) =>
      linkTo(`page-${item.id}`, t(`nav.${item.id as 'pay'}`), item.icon, homeOf(account.slug, item)),
    ),
    linkTo('page-settings', t('nav.settings'), 'gear', settingsStart(session.permissions)),
    { kind: 'rule', id: 'rule-accounts' },
    { kind: 'words', id: 'accounts', label: t('accounts') },
    ...accounts,
    { kind: 'rule', id: 'rule-choices' },
    { kind: 'words', id: 'choices', label: t('choices') },
    ...choices,
  ];
}
