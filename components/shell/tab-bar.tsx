'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { useAccountItems } from './account-switcher.tsx';
import { isCurrent, navFor, SETTINGS, segmentOf, tabsOf } from './nav.ts';
import { NavBadge } from './nav-badge.tsx';
import { useSession } from './session-context.tsx';
import { useUserItems } from './use-user-items.ts';

const TABS = 4;

const linkTo = (id: string, label: string, icon: IconName, href: string): MenuItem => ({
  kind: 'link',
  id,
  label,
  icon,
  href,
});

/** On small screens the side bar's place; pages without a tab, accounts and choices stand in groups under "Mais". */
export function TabBar() {
  const t = useTranslations('shell');
  const { account, session } = useSession();
  const current = segmentOf(usePathname(), account.slug);
  const accounts = useAccountItems();
  const choices = useUserItems();
  const items = navFor(account);
  const tabs = tabsOf(items, TABS);
  const rest = items.filter((item) => !tabs.includes(item));
  const more: MenuItem[] = [
    { kind: 'words', id: 'pages', label: t('pages') },
    ...rest.map(({ id, icon }) => linkTo(`page-${id}`, t(`nav.${id}`), icon, `/${account.slug}/${id}`)),
    ...(session.permissions.includes('manage')
      ? [linkTo('page-settings', t('nav.settings'), 'gear', SETTINGS)]
      : []),
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
      {t('nav.more')}
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
