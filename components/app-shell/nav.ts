import type { IconName } from '#components/ui/icon.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import type { AccountSummary } from '#lib/session/contract.ts';

export type NavItem = {
  /** The page's segment in the address and its key in `shell.nav`. */
  id: string;
  icon: IconName;
  /** Absent: every account has it. */
  capability?: string;
  permission: Permission;
  group: 'watch' | 'move' | 'records';
  /** Second key after `g`. */
  key: string;
  /** Segments of pages that belong to it and have no entry of their own. */
  holds?: readonly string[];
  /** Has a place in the tab bar of small screens. */
  tab?: boolean;
};

/** The pages that exist, in the order of the side bar. */
const NAV: readonly NavItem[] = [
  { id: 'overview', icon: 'overview', permission: 'read', group: 'watch', key: 'o', tab: true },
  {
    id: 'transactions',
    icon: 'transactions',
    capability: 'transactions',
    permission: 'read',
    group: 'watch',
    key: 't',
    tab: true,
  },
  {
    id: 'disputes',
    icon: 'disputes',
    capability: 'disputes',
    permission: 'read',
    group: 'watch',
    key: 'd',
    tab: true,
  },
  { id: 'webhooks', icon: 'hook', capability: 'webhooks', permission: 'read', group: 'watch', key: 'w' },
  {
    id: 'deliveries',
    icon: 'deliveries',
    capability: 'deliveries',
    permission: 'read',
    group: 'watch',
    key: 'e',
    tab: true,
    holds: ['resends'],
  },
  { id: 'charges', icon: 'charge', capability: 'charges', permission: 'read', group: 'move', key: 'c' },
  {
    id: 'withdrawals',
    icon: 'withdraw',
    capability: 'withdrawals',
    permission: 'read',
    group: 'move',
    key: 'x',
  },
  {
    id: 'transfers',
    icon: 'transfers',
    capability: 'transfers',
    permission: 'read',
    group: 'move',
    key: 'r',
  },
  {
    id: 'card',
    icon: 'card',
    capability: 'card-charges',
    permission: 'read',
    group: 'move',
    key: 'k',
    tab: true,
  },
  {
    id: 'statement',
    icon: 'lines',
    capability: 'statement',
    permission: 'read',
    group: 'records',
    key: 'm',
    tab: true,
  },
  {
    id: 'reports',
    icon: 'report',
    capability: 'reports',
    permission: 'report',
    group: 'records',
    key: 'l',
  },
  { id: 'operations', icon: 'send', permission: 'read', group: 'records', key: 'p' },
  {
    id: 'sandbox',
    icon: 'flask',
    capability: 'simulator',
    permission: 'simulate',
    group: 'records',
    key: 's',
    tab: true,
  },
];

type Opens = Pick<AccountSummary, 'capabilities' | 'permissions'>;

/** Reason that this operator cannot open a page on this account; null when there is none. */
export function lackOf(
  { capability, permission }: NavItem,
  account: Opens,
): 'capability' | 'permission' | null {
  if (capability !== undefined && !account.capabilities.includes(capability)) return 'capability';
  return account.permissions.includes(permission) ? null : 'permission';
}

/** Pages that this operator may open on this account. */
export function navFor(account: Opens): NavItem[] {
  return NAV.filter((item) => lackOf(item, account) === null);
}

/** The entry whose page, or whose own page, has this segment; undefined where none has. */
export const entryOf = (segment: string | undefined): NavItem | undefined =>
  NAV.find((item) => isCurrent(item, segment));

/** The `most` tabs of small screens: what has a place there, and where that leaves room, the pages that come first. */
export function tabsOf(items: readonly NavItem[], most: number): NavItem[] {
  const own = items.filter(({ tab }) => tab).slice(0, most);
  const more = items.filter((item) => !own.includes(item)).slice(0, most - own.length);
  return items.filter((item) => own.includes(item) || more.includes(item));
}

/** Tells if the page of this segment is the entry's own, or belongs to it. */
export const isCurrent = ({ id, holds }: NavItem, segment: string | undefined): boolean =>
  segment !== undefined && (id === segment || holds?.includes(segment) === true);

/** The segment of the account's page one is on; undefined above all accounts. */
export function segmentOf(pathname: string, slug: string): string | undefined {
  const [, first, segment] = pathname.split('/');
  return first === slug ? segment : undefined;
}

/** Beside all accounts together. */
export const ALL_ACCOUNTS = '/all/overview';

/** Place of an account's own Pix keys on its page of charges. */
export const PIX_KEYS = 'pix-keys';

const PERIOD = ['from', 'to', 'period'];
/** Words of one kind of account mean nothing to another. */
const WORDS = ['type', 'status'];

/**
 * The same page of another account with period, type and status as they are chosen (`search` is the address's query),
 * or its overview where that account lacks the page. `kind` is that of the account one comes from.
 */
export function pathOnAccount(
  pathname: string,
  target: AccountSummary,
  { search, kind }: { search: URLSearchParams; kind: AccountSummary['kind'] },
): string {
  const feature = pathname.split('/')[2] ?? 'overview';
  const same = navFor(target).find((item) => isCurrent(item, feature))?.id;
  if (same === undefined) return `/${target.slug}/overview`;
  const names = target.kind === kind ? [...PERIOD, ...WORDS] : PERIOD;
  const kept = new URLSearchParams([...search].filter(([name]) => names.includes(name)));
  return `/${target.slug}/${same}${kept.size > 0 ? `?${kept}` : ''}`;
}

type SettingsPage = {
  /** The page's segment in the address and its key in `shell.settings`. */
  id: 'accounts' | 'team' | 'approvals' | 'policies' | 'channels' | 'audit' | 'first-day' | 'profile';
  /** Held on all accounts; absent: everybody's. */
  permission?: Permission;
  /** It is enough to hold it on one account. */
  anywhere?: true;
};

/** The pages of the settings that exist, in the order of their tabs. */
const PAGES: readonly SettingsPage[] = [
  { id: 'accounts', permission: 'manage' },
  { id: 'team', permission: 'manage' },
  { id: 'approvals', permission: 'approve', anywhere: true },
  { id: 'policies', permission: 'manage' },
  { id: 'channels' },
  { id: 'audit', permission: 'manage' },
  { id: 'first-day', permission: 'manage' },
  { id: 'profile' },
];

type Held = {
  permissions: readonly Permission[];
  accounts: readonly { permissions: readonly Permission[] }[];
};

/** Those that open to who holds these permissions on all accounts, and on each. */
export const settingsFor = ({ permissions, accounts }: Held): readonly SettingsPage[] =>
  PAGES.filter(
    ({ permission, anywhere }) =>
      permission === undefined ||
      permissions.includes(permission) ||
      (anywhere === true && accounts.some((account) => account.permissions.includes(permission))),
  );

export const settingsPath = ({ id }: SettingsPage): string => `/settings/${id}`;

/** Where the settings begin for this person. */
export const settingsStart = (held: readonly Permission[]): string =>
  settingsPath({ id: held.includes('manage') ? 'accounts' : 'profile' });

/** The doctor of an account, beside the list of accounts. */
export const doctorPath = (slug: string): string =>
  `${settingsPath({ id: 'accounts' })}?open=doctor&of=${encodeURIComponent(slug)}`;
