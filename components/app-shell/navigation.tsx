'use client';

import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { EnvTag } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import type { AccountSummary, Preferences } from '#lib/session/contract.ts';
import { useCommands } from './command-context.tsx';
import {
  ALL_ACCOUNTS,
  homeOf,
  isCurrent,
  type NavItem,
  navFor,
  pathOnAccount,
  segmentOf,
  settingsStart,
  tabsOf,
} from './nav.ts';
import { BadgeLink, NAV_LINK, NavBadge, NavDue, useAwaiting } from './nav-badge.tsx';
import { CHOICES, type Choosable, useSavePreferences, useSignOut } from './preferences.ts';
import { useRoleLabels, useSession } from './session.tsx';

const LIST =
  'not-first:mt-2 not-first:border-line not-first:border-t not-first:pt-2 wide:max-drawer:not-first:mt-1 wide:max-drawer:not-first:pt-1';
const SIGN = 'text-ink-3 group-aria-[current]:text-accent wide:max-drawer:size-4.5';

export function NavList() {
  const t = useTranslations('shell.nav');
  const { account, session } = useSession();
  const pathname = usePathname();
  const current = segmentOf(pathname, account.slug);
  const above = pathname === ALL_ACCOUNTS;
  const items = above ? [] : navFor(account);
  return (
    <nav
      className="relative flex-1 overflow-auto px-2 py-1 wide:max-drawer:px-1 wide:max-drawer:[scrollbar-width:none]"
      aria-label={t('label')}
    >
      {above && <AccountLinks />}
      {items.length > 0 && (
        <ul className={LIST}>
          {items.map((item) => (
            <li key={item.id} className="relative">
              <Link
                className={NAV_LINK}
                href={homeOf(account.slug, item)}
                title={t(item.id as 'pay')}
                aria-current={isCurrent(item, current) ? 'page' : undefined}
              >
                <Icon name={item.icon} className={SIGN} /> {t(item.id as 'pay')}
                {item.id === 'disputes' && <NavDue />}
              </Link>
              <BadgeLink of={item.id} />
            </li>
          ))}
        </ul>
      )}
      <ul className={LIST}>
        <li className="relative">
          <Link
            className={NAV_LINK}
            href={settingsStart(session.permissions)}
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

/** Links to the accounts, shown instead of the menu entries on pages of all accounts. */
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

export function AccountSwitcher() {
  const t = useTranslations('shell');
  const { account, session } = useSession();
  const above = usePathname() === ALL_ACCOUNTS;
  const name = above ? t('allAccounts') : account.name;
  const trigger = (
    <button
      type="button"
      className="mx-2 mb-2 grid flex-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded-2 border border-line-strong bg-surface px-2 py-1.5 text-left hover:bg-hover data-[state=open]:bg-hover wide:max-drawer:mx-0 wide:max-drawer:mb-1 wide:max-drawer:block wide:max-drawer:rounded-none wide:max-drawer:border-x-0 wide:max-drawer:px-0.5 wide:max-drawer:text-center"
      aria-label={t('switchAccount', { name })}
    >
      <b className="truncate wide:max-drawer:line-clamp-2 wide:max-drawer:whitespace-normal wide:max-drawer:wrap-anywhere wide:max-drawer:text-2xs">
        {name}
      </b>
      <small className="col-start-1 text-2xs text-ink-3 wide:max-drawer:block wide:max-drawer:text-[0px]">
        {above ? (
          t('howMany', { count: session.accounts.length })
        ) : (
          <>
            {t(`kinds.${account.kind}`)} ·{' '}
            <EnvTag
              environment={account.environment}
              className="wide:max-drawer:px-px wide:max-drawer:text-[0.625rem] wide:max-drawer:tracking-[-0.02em]"
            >
              {t(`environments.${account.environment}`)}
            </EnvTag>
          </>
        )}
      </small>
      <Icon name="down" className="col-start-2 row-[1/3] text-ink-3 wide:max-drawer:hidden" />
    </button>
  );
  return <Menu label={t('accounts')} trigger={trigger} items={useAccountItems()} className="w-44" />;
}

export function UserBlock() {
  const t = useTranslations('shell');
  const { session, account } = useSession();
  const save = useSavePreferences();
  const roles = useRoleLabels()(account.roles);
  const toggleTheme = () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('color-scheme') === 'dark';
    const system = document.documentElement.dataset.theme === 'system';
    const isDark = system ? matchMedia('(prefers-color-scheme: dark)').matches : dark;
    void save({ theme: isDark ? 'light' : 'dark' });
  };
  const label = t('userMenu', { name: session.operator.name });
  const trigger = (
    <button
      type="button"
      className="flex min-w-0 flex-1 items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-hover data-[state=open]:bg-hover wide:max-drawer:flex-none wide:max-drawer:px-1"
      aria-label={label}
    >
      <Icon name="user" />
      <span className="min-w-0 wide:max-drawer:hidden">
        <b className="block truncate text-xs">{session.operator.name}</b>
        <small className="block truncate text-2xs text-ink-3">{roles}</small>
      </span>
    </button>
  );
  return (
    <div className="flex flex-none items-center gap-1 border-line border-t py-1 pr-2 pl-1 wide:max-drawer:flex-col wide:max-drawer:px-0 wide:max-drawer:py-2">
      <Menu label={label} trigger={trigger} items={useUserItems()} side="top" />
      <IconButton icon="theme" label={t('toggleTheme')} onClick={toggleTheme} />
    </div>
  );
}

const TABS = 4;
const TAB =
  'relative grid content-center justify-items-center gap-0.5 text-2xs leading-none text-ink-3 no-underline focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_0_3px_0_var(--accent)]';

/** Replaces the side bar on small screens; what has no tab is under "Mais". */
export function TabBar() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const pathname = usePathname();
  const current = segmentOf(pathname, account.slug);
  const items = pathname === ALL_ACCOUNTS ? [] : navFor(account);
  const tabs = tabsOf(items, TABS);
  const rest = items.filter((item) => !tabs.includes(item));
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
      <Menu label={t('nav.more')} trigger={trigger} items={useMoreItems(rest)} side="top" align="end" />
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

/** Items of "Mais": the awaiting operation, pages without a tab (`rest`), accounts, preferences. */
function useMoreItems(rest: readonly NavItem[]): MenuItem[] {
  const t = useTranslations('shell');
  const { account, session } = useSession();
  const waiting = useAwaiting();
  return [
    ...(waiting === null ? [] : [linkTo('awaiting', waiting.label, 'operator', waiting.href)]),
    { kind: 'label', id: 'pages', label: t('pages') },
    ...rest.map((item) =>
      linkTo(`page-${item.id}`, t(`nav.${item.id as 'pay'}`), item.icon, homeOf(account.slug, item)),
    ),
    linkTo('page-settings', t('nav.settings'), 'gear', settingsStart(session.permissions)),
    { kind: 'rule', id: 'rule-accounts' },
    { kind: 'label', id: 'accounts', label: t('accounts') },
    ...useAccountItems(),
    { kind: 'rule', id: 'rule-choices' },
    { kind: 'label', id: 'choices', label: t('choices') },
    ...useUserItems(),
  ];
}

/** A link per account to the current page on it, and one to all accounts together. */
function useAccountItems(): MenuItem[] {
  const t = useTranslations('shell');
  const pathname = usePathname();
  const search = useSearchParams();
  const { session, account } = useSession();
  const above = pathname === ALL_ACCOUNTS;
  const links = session.accounts.map((target): MenuItem => {
    const href = pathOnAccount(pathname, target, { search, kind: account.kind });
    return {
      kind: 'link',
      id: target.slug,
      label: target.name,
      note: `${t(`kinds.${target.kind}`)} · ${t(`environments.${target.environment}`)}`,
      href,
      current: target.slug === account.slug && !above,
    };
  });
  if (links.length < 2) return links;
  const all = { kind: 'link', id: '*', label: t('allAccounts'), href: ALL_ACCOUNTS, current: above } as const;
  return [...links, { kind: 'rule', id: 'rule-all' }, all];
}

/** The operator's menu: profile, theme, language, density, single keys, key help, sign out. */
function useUserItems(): MenuItem[] {
  const t = useTranslations('shell.preferences');
  const bell = useTranslations('shell.bell');
  const { session } = useSession();
  const { preferences } = session;
  const save = useSavePreferences();
  const signOut = useSignOut();
  const { setOpen } = useCommands();
  const { push } = useRouter();
  const choice = (id: Choosable): MenuItem => ({
    kind: 'choice',
    id,
    label: t(id),
    value: preferences[id],
    onChange: (next) => void save({ [id]: next } as Partial<Preferences>),
    options: CHOICES[id].values.map((value) => ({ value, label: t(`${CHOICES[id].labels}.${value}`) })),
  });
  return [
    { kind: 'label', id: 'email', label: session.operator.email },
    { kind: 'item', id: 'profile', label: t('profile'), onSelect: () => push('/settings/profile') },
    { kind: 'rule', id: 'rule-theme' },
    choice('theme'),
    { kind: 'link', id: 'channels', label: bell('choose'), icon: 'bell', href: '/settings/channels' },
    { kind: 'rule', id: 'rule-language' },
    choice('language'),
    { kind: 'rule', id: 'rule-density' },
    choice('density'),
    { kind: 'rule', id: 'rule-keys' },
    {
      kind: 'check',
      id: 'single-keys',
      label: t('singleKeys'),
      checked: preferences.singleKeys,
      onChange: (next) => void save({ singleKeys: next }),
    },
    { kind: 'item', id: 'help', label: t('keyHelp'), keys: '?', onSelect: () => setOpen('help') },
    { kind: 'rule', id: 'rule-out' },
    { kind: 'item', id: 'sign-out', label: t('signOut'), onSelect: () => void signOut() },
  ];
}
