'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Link } from '#components/ui/link.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { useAccountItems } from '../shell/account-switcher.tsx';
import { ALL_ACCOUNTS, isCurrent, navFor, segmentOf, tabsOf } from '../shell/nav.ts';
import { useSession } from '../shell/session-context.tsx';
import { settingsStart } from '../shell/settings-pages.ts';
import { useUserItems } from '../shell/use-user-items.ts';
import { NavBadge, useAwaiting } from './nav-badge.tsx';

const TABS = 4;

const linkTo = (id: string, label: string, icon: IconName, href: string): MenuItem => ({
  ...{ kind: 'link', id, label, icon, href },
});

/** On small screens the side bar's place; pages without a tab, accounts and choices stand in groups under "Mais". */
export function TabBar() {
  const t = useTranslations('shell');
  const { account, session } = useSession();
  const pathname = usePathname();
  const current = segmentOf(pathname, account.slug);
  const accounts = useAccountItems();
  const choices = useUserItems();
  const items = pathname === ALL_ACCOUNTS ? [] : navFor(account);
  const tabs = tabsOf(items, TABS);
  const rest = items.filter((item) => !tabs.includes(item));
  const waiting = useAwaiting();
  const settings = settingsStart(session.permissions);
  const more: MenuItem[] = [
    ...(waiting === null ? [] : [linkTo('awaiting', waiting.words, 'operator', waiting.href)]),
    { kind: 'words', id: 'pages', label: t('pages') },
    ...rest.map(({ id, icon }) => linkTo(`page-${id}`, t(`nav.${id}`), icon, `/${account.slug}/${id}`)),
    linkTo('page-settings', t('nav.settings'), 'gear', settings),
    { kind: 'rule', id: 'rule-accounts' },
    { kind: 'words', id: 'accounts', label: t('accounts') },
    ...accounts,
    { kind: 'rule', id: 'rule-choices' },
    { kind: 'words', id: 'choices', label: t('choices') },
    ...choices,
  ];
  const trigger = (
    <button type="button">
      <Icon name="more" />
      <span>{t('nav.more')}</span>
      {rest.some(({ id }) => id === 'operations') && <NavBadge of="operations" />}
    </button>
  );
  return (
    <nav className="tab-bar" aria-label={t('nav.smallLabel')}>
      {tabs.map((item) => (
        <Link
          key={item.id}
          href={`/${account.slug}/${item.id}`}
          aria-current={isCurrent(item, current) ? 'page' : undefined}
        >
          <Icon name={item.icon} />
          {t(`nav.short.${item.id}`)}
          <NavBadge of={item.id} />
        </Link>
      ))}
      <Menu label={t('nav.more')} trigger={trigger} items={more} side="top" align="end" />
    </nav>
  );
}
