import type { IconName } from '#components/ui/icon.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { FIRST_DAY, type FirstDayStep } from '#lib/session/first-day.ts';

/** A page of an account, as listed by the menu and the palette. */
export type Place = {
  /** Its key in `shell.nav.places` and `shell.nav.pages`. */
  id: string;
  segment: string;
  /** The URL parameter that selects it, where several places share a page: `show=funnel`. */
  query?: readonly [name: string, value: string];
  /** Requires one of these capabilities; null: every account has the page. */
  capability: string | readonly string[] | null;
  permission: Permission;
};

export type NavItem = {
  /** Its key in `shell.nav`. */
  id: string;
  icon: IconName;
  /** Second key after `g`. */
  key: string;
  /** The entry's tabs; the entry links to the first one the operator may open. */
  places: readonly Place[];
  /** URL segment of pages below the entry without a tab; they are opened from its rows. */
  below?: string;
  /** Shown in the tab bar of small screens. */
  tab?: boolean;
};

const place = (id: string, own: Partial<Place> = {}): Place => ({
  id,
  segment: id,
  capability: id,
  permission: 'read',
  ...own,
});
const OF_CARD = { capability: 'card-charges' };
const IN_PROGRESS = { segment: 'operations', query: ['show', 'open'] } as const;

const NAV: readonly NavItem[] = [
  {
    id: 'overview',
    icon: 'overview',
    key: 'v',
    tab: true,
    places: [place('overview', { capability: null })],
  },
  {
    id: 'transactions',
    icon: 'transactions',
    key: 't',
    tab: true,
    places: [place('transactions')],
    below: 'customers',
  },
  { id: 'disputes', icon: 'disputes', key: 'd', tab: true, places: [place('disputes')] },
  {
    id: 'charges',
    icon: 'charge',
    key: 'c',
    places: [
      place('charges'),
      place('funnel', { capability: 'charges-list', segment: 'charges', query: ['show', 'funnel'] }),
      place('pix-keys', { segment: 'charges', query: ['show', 'keys'] }),
    ],
  },
  {
    id: 'card',
    icon: 'card',
    key: 'c',
    tab: true,
    places: [place('card', OF_CARD), place('open-card', { ...OF_CARD, ...IN_PROGRESS })],
  },
  {
    id: 'pay',
    icon: 'withdraw',
    key: 'p',
    places: [
      place('withdrawals'),
      place('transfers'),
      place('open', { capability: ['withdrawals', 'transfers'], ...IN_PROGRESS }),
    ],
  },
  {
    id: 'statement',
    icon: 'lines',
    key: 'e',
    tab: true,
    places: [
      place('statement'),
      place('closings', { capability: 'statement', permission: 'export' }),
      place('pending', { capability: 'pending-deposits', segment: 'statement', query: ['tab', 'pending'] }),
      place('reports', { permission: 'report' }),
    ],
  },
  {
    id: 'webhooks',
    icon: 'hook',
    key: 'w',
    tab: true,
    places: [
      place('endpoints', { segment: 'webhooks', capability: 'webhooks' }),
      place('deliveries'),
      place('resends'),
    ],
  },
];

/** Second key after `g` for the settings. */
export const SETTINGS_KEY = 'o';

/** The simulator's controls; the band on top of every page links to them, not the menu. */
export const CONTROLS: Place = place('sandbox', { capability: 'simulator', permission: 'simulate' });

type Opens = Pick<AccountSummary, 'capabilities' | 'permissions'>;

/** The reason why this operator cannot open a page of the account; null: they can. */
export function denialReason({ capability, permission }: Place, account: Opens) {
  const has = (one: string) => account.capabilities.includes(one);
  if (capability !== null && ![capability].flat().some(has)) return 'capability';
  return account.permissions.includes(permission) ? null : 'permission';
}

/** The menu entries that this operator may open on the account, with only the places they may open. */
export function navFor(account: Opens): NavItem[] {
  return NAV.map((item) => ({
    ...item,
    places: item.places.filter((one) => denialReason(one, account) === null),
  })).filter(({ places }) => places.length > 0);
}

/** The page with this segment, regardless of permissions; undefined: none. */
export const placeOf = (segment: string | undefined): Place | undefined =>
  [...NAV.flatMap(({ places }) => places), CONTROLS].find((one) => one.segment === segment);

export const pathOf = (slug: string, { segment, query }: Place): string =>
  `/${slug}/${segment}${query === undefined ? '' : `?${query.join('=')}`}`;

export const homeOf = (slug: string, { places: [first] }: NavItem): string =>
  first === undefined ? `/${slug}/overview` : pathOf(slug, first);

/** The at most `most` tabs of small screens: entries marked `tab`, then other entries in order. */
export function tabsOf(items: readonly NavItem[], most: number): NavItem[] {
  const own = items.filter(({ tab }) => tab).slice(0, most);
  const more = items.filter((item) => !own.includes(item)).slice(0, most - own.length);
  return items.filter((item) => own.includes(item) || more.includes(item));
}

export const isCurrent = ({ places, below }: NavItem, segment: string | undefined): boolean =>
  places.some((one) => one.segment === segment) || (below !== undefined && below === segment);

/** The place that the URL shows: the one whose query matches, else the one without a query. */
export function shownPlace({ places }: NavItem, segment: string | undefined, search: URLSearchParams) {
  const here = places.filter((one) => one.segment === segment);
  const named = here.find(({ query }) => query !== undefined && search.get(query[0]) === query[1]);
  return named ?? here.find(({ query }) => query === undefined);
}

/** The segment of the current account page; undefined on pages of all accounts. */
export function segmentOf(pathname: string | null, slug: string): string | undefined {
  const [, first, segment] = (pathname ?? '').split('/');
  return first === slug ? segment : undefined;
}

export const ALL_ACCOUNTS = '/all/overview';

const PERIOD = ['from', 'to', 'period'];
/** Filters whose values differ between kinds of accounts. */
const WORDS = ['type', 'status'];

/**
 * The same page of another account with the current period, type and status (`search` is the URL's query), or
 * its overview where it lacks the page. `kind` is the kind of the current account.
 */
export function pathOnAccount(
  pathname: string,
  target: AccountSummary,
  { search, kind }: { search: URLSearchParams; kind: AccountSummary['kind'] },
): string {
  const feature = pathname.split('/')[2] ?? 'overview';
  const places = [...navFor(target).flatMap((item) => item.places), CONTROLS];
  const same = places.find((one) => one.segment === feature && denialReason(one, target) === null)?.segment;
  if (same === undefined) return `/${target.slug}/overview`;
  const names = target.kind === kind ? [...PERIOD, ...WORDS] : PERIOD;
  const carried = new URLSearchParams([...search].filter(([name]) => names.includes(name)));
  return `/${target.slug}/${same}${carried.size > 0 ? `?${carried}` : ''}`;
}

/**
 * The settings pages, in the order of their tabs. An id is the page's URL segment and its key in
 * `shell.settings`.
 */
const PAGES = [
  'accounts',
  'team',
  'policies',
  'approvals',
  'channels',
  'audit',
  'first-day',
  'profile',
] as const;
const FOR_EVERYBODY: readonly string[] = ['channels', 'profile'];

type SettingsPage = { id: (typeof PAGES)[number] };
type Holder = {
  permissions: readonly Permission[];
  accounts: readonly { permissions: readonly Permission[] }[];
  /** First-day steps that this person dismissed. */
  preferences: { firstDay: readonly FirstDayStep[] };
};

/**
 * The settings pages a person may open with these permissions on all accounts. Managers decide approvals on
 * the policies page, so only others get the approvals tab, who may approve on at least one account. The
 * first-day page disappears once all its steps are dismissed.
 */
export function settingsFor({ permissions, accounts, preferences }: Holder): SettingsPage[] {
  const manages = permissions.includes('manage');
  const approves = [{ permissions }, ...accounts].some((one) => one.permissions.includes('approve'));
  const opens = (id: SettingsPage['id']) => {
    if (id === 'approvals') return approves && !manages;
    if (id === 'first-day') return manages && preferences.firstDay.length < FIRST_DAY.length;
    return manages || FOR_EVERYBODY.includes(id);
  };
  return PAGES.filter(opens).map((id) => ({ id }));
}

export const settingsPath = ({ id }: SettingsPage): string => `/settings/${id}`;

export const settingsStart = (granted: readonly Permission[]): string =>
  settingsPath({ id: granted.includes('manage') ? 'accounts' : 'profile' });

/** The URL of an account's doctor, which opens next to the list of accounts. */
export const doctorPath = (slug: string): string =>
  `${settingsPath({ id: 'accounts' })}?open=doctor&of=${encodeURIComponent(slug)}`;
