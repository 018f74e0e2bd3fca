import type { IconName } from '#components/ui/icon.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { FIRST_DAY, type FirstDayStep } from '#lib/session/first-day.ts';

/** A page of an account, as the menu and the palette name it. */
export type Place = {
  /** Its key in `shell.nav.places`, and what the palette calls it by. */
  id: string;
  /** The page's segment in the address. */
  segment: string;
  /** The part of the page, where several places share one: `show=funnel`. */
  query?: readonly [name: string, value: string];
  /** The account has one of them; absent: every account has it. */
  capability?: string | readonly string[];
  permission: Permission;
};

export type NavItem = {
  /** Its key in `shell.nav`. */
  id: string;
  icon: IconName;
  /** Second key after `g`. */
  key: string;
  /** Tabs of the entry; the first that is open to the operator is where the entry leads. */
  places: readonly Place[];
  /** Segment of pages that hang below the entry without a tab: they are opened from its rows. */
  below?: string;
  /** Has a place in the tab bar of small screens. */
  tab?: boolean;
};

const place = (id: string, capability: Place['capability'], more: Partial<Place> = {}): Place => ({
  id,
  segment: id,
  permission: 'read',
  ...(capability === undefined ? {} : { capability }),
  ...more,
});
const IN_PROGRESS = { segment: 'operations', query: ['show', 'open'] } as const;

/** The entries of the menu, in its order. */
const NAV: readonly NavItem[] = [
  { id: 'overview', icon: 'overview', key: 'v', tab: true, places: [place('overview', undefined)] },
  {
    id: 'transactions',
    icon: 'transactions',
    key: 't',
    tab: true,
    places: [place('transactions', 'transactions')],
    below: 'customers',
  },
  { id: 'disputes', icon: 'disputes', key: 'd', tab: true, places: [place('disputes', 'disputes')] },
  {
    id: 'charges',
    icon: 'charge',
    key: 'c',
    places: [
      place('charges', 'charges'),
      place('funnel', 'charges-list', { segment: 'charges', query: ['show', 'funnel'] }),
      place('pix-keys', 'pix-keys', { segment: 'charges', query: ['show', 'keys'] }),
    ],
  },
  {
    id: 'card',
    icon: 'card',
    key: 'c',
    tab: true,
    places: [place('card', 'card-charges'), place('open-card', 'card-charges', IN_PROGRESS)],
  },
  {
    id: 'pay',
    icon: 'withdraw',
    key: 'p',
    places: [
      place('withdrawals', 'withdrawals'),
      place('transfers', 'transfers'),
      place('open', ['withdrawals', 'transfers'], IN_PROGRESS),
    ],
  },
  {
    id: 'statement',
    icon: 'lines',
    key: 'e',
    tab: true,
    places: [
      place('statement', 'statement'),
      place('pending', 'pending-deposits', { segment: 'statement', query: ['tab', 'pending'] }),
      place('reports', 'reports', { permission: 'report' }),
    ],
  },
  {
    id: 'webhooks',
    icon: 'hook',
    key: 'w',
    tab: true,
    places: [
      place('endpoints', 'webhooks', { segment: 'webhooks' }),
      place('deliveries', 'deliveries'),
      place('resends', 'resends'),
    ],
  },
];

/** Second key after `g` for the settings. */
export const SETTINGS_KEY = 'o';

/** The controls of the simulator: opened from the band above every page, not from the menu. */
export const CONTROLS: Place = place('sandbox', 'simulator', { permission: 'simulate' });

type Opens = Pick<AccountSummary, 'capabilities' | 'permissions'>;

/** Reason that this operator cannot open a page on this account; null when there is none. */
export function lackOf(
  { capability, permission }: Place,
  account: Opens,
): 'capability' | 'permission' | null {
  const of = typeof capability === 'string' ? [capability] : capability;
  if (of?.every((one) => !account.capabilities.includes(one))) return 'capability';
  return account.permissions.includes(permission) ? null : 'permission';
}

/** The entries that this operator may open on this account, each with the places in it that are open. */
export function navFor(account: Opens): NavItem[] {
  return NAV.map((item) => ({
    ...item,
    places: item.places.filter((one) => lackOf(one, account) === null),
  })).filter(({ places }) => places.length > 0);
}

/** The page that has this segment, whoever may open it; undefined where none has. */
export const placeOf = (segment: string | undefined): Place | undefined =>
  [...NAV.flatMap(({ places }) => places), CONTROLS].find((one) => one.segment === segment);

export const pathOf = (slug: string, { segment, query }: Place): string =>
  `/${slug}/${segment}${query === undefined ? '' : `?${query.join('=')}`}`;

/** Where an entry leads: to its first place. */
export const homeOf = (slug: string, { places: [first] }: NavItem): string =>
  first === undefined ? `/${slug}/overview` : pathOf(slug, first);

/** The `most` tabs of small screens: what has a place there, and where that leaves room, the pages that come first. */
export function tabsOf(items: readonly NavItem[], most: number): NavItem[] {
  const own = items.filter(({ tab }) => tab).slice(0, most);
  const more = items.filter((item) => !own.includes(item)).slice(0, most - own.length);
  return items.filter((item) => own.includes(item) || more.includes(item));
}

/** Tells if the page of this segment is one of the entry's. */
export const isCurrent = ({ places, below }: NavItem, segment: string | undefined): boolean =>
  places.some((one) => one.segment === segment) || (below !== undefined && below === segment);

/** The place of a page that the address shows: the one whose query stands in it, else the one without. */
export function shownPlace(
  { places }: NavItem,
  segment: string | undefined,
  search: URLSearchParams,
): Place | undefined {
  const here = places.filter((one) => one.segment === segment);
  const named = here.find(({ query }) => query !== undefined && search.get(query[0]) === query[1]);
  return named ?? here.find(({ query }) => query === undefined);
}

/** The segment of the account's page one is on; undefined above all accounts. */
export function segmentOf(pathname: string | null, slug: string): string | undefined {
  const [, first, segment] = (pathname ?? '').split('/');
  return first === slug ? segment : undefined;
}

/** Enrichment all accounts together. */
export const ALL_ACCOUNTS = '/all/overview';

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
  const places = [...navFor(target).flatMap((item) => item.places), CONTROLS];
  const same = places.find((one) => one.segment === feature && lackOf(one, target) === null)?.segment;
  if (same === undefined) return `/${target.slug}/overview`;
  const names = target.kind === kind ? [...PERIOD, ...WORDS] : PERIOD;
  const kept = new URLSearchParams([...search].filter(([name]) => names.includes(name)));
  return `/${target.slug}/${same}${kept.size > 0 ? `?${kept}` : ''}`;
}

type SettingsPage = {
  /** The page's segment in the address and its key in `shell.settings`. */
  id: 'accounts' | 'team' | 'policies' | 'approvals' | 'channels' | 'audit' | 'first-day' | 'profile';
  /** Held on all accounts; absent: everybody's. */
  permission?: Permission;
  /** It is enough to hold it on one account. */
  anywhere?: true;
};

/** The pages of the settings that exist, in the order of their tabs. */
const PAGES: readonly SettingsPage[] = [
  { id: 'accounts', permission: 'manage' },
  { id: 'team', permission: 'manage' },
  { id: 'policies', permission: 'manage' },
  { id: 'approvals', permission: 'approve', anywhere: true },
  { id: 'channels' },
  { id: 'audit', permission: 'manage' },
  { id: 'first-day', permission: 'manage' },
  { id: 'profile' },
];

type Held = {
  permissions: readonly Permission[];
  accounts: readonly { permissions: readonly Permission[] }[];
  /** Steps of the first day that this person took from the list. */
  preferences: { firstDay: readonly FirstDayStep[] };
};

/**
 * Those that open to who holds these permissions on all accounts, and on each. Who sees the rules decides there: the
 * approvals are a tab only for others. The first day is one until all its steps are taken from the list.
 */
export const settingsFor = ({ permissions, accounts, preferences }: Held): readonly SettingsPage[] =>
  PAGES.filter(({ id, permission, anywhere }) => {
    if (id === 'approvals' && permissions.includes('manage')) return false;
    if (id === 'first-day' && preferences.firstDay.length === FIRST_DAY.length) return false;
    return (
      permission === undefined ||
      permissions.includes(permission) ||
      (anywhere === true && accounts.some((account) => account.permissions.includes(permission)))
    );
  });

export const settingsPath = ({ id }: SettingsPage): string => `/settings/${id}`;

/** Where the settings begin for this person. */
export const settingsStart = (held: readonly Permission[]): string =>
  settingsPath({ id: held.includes('manage') ? 'accounts' : 'profile' });

/** The doctor of an account, beside the list of accounts. */
export const doctorPath = (slug: string): string =>
  `${settingsPath({ id: 'accounts' })}?open=doctor&of=${encodeURIComponent(slug)}`;
