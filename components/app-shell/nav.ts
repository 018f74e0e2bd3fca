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
