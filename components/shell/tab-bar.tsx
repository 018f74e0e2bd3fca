'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { useAccountItems } from './account-switcher.tsx';
import { isCurrent, navFor, SETTINGS, segmentOf, tabsOf } from './nav.ts';
import { useSession } from './session-context.tsx';
import { useUserItems } from './use-user-items.ts';

const TABS = 4;

/** On small screens the side bar's place; what has no tab, the accounts and the choices are under "Mais". */
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
    ...rest.map(
      (item): MenuItem => ({
        kind: 'link',
        id: `page-${item.id}`,
        label: t(`nav.${item.id}`),
        icon: item.icon,
        href: `/${account.slug}/${item.id}`,
      }),
    ),
    ...(session.permissions.includes('manage')
      ? [
          {
            kind: 'link',
            id: 'page-settings',
            label: t('nav.settings'),
            icon: 'gear',
            href: SETTINGS,
          } as const,
        ]
      : []),
    { kind: 'words', id: 'accounts', label: t('accounts') },
    ...accounts,
    { kind: 'rule', id: 'rule-choices' },
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
        </Link>
      ))}
      <Menu label={t('nav.more')} trigger={trigger} items={more} side="top" align="end" />
    </nav>
  );
}
