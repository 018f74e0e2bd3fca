import 'server-only';
import { LRUCache } from 'lru-cache';
import { statusOf } from '#lib/providers/absence.ts';
import type { IgnoredFilters } from '#lib/providers/client/parameter-names.ts';
import type { NumberedPage, NumberedPageRequest, Reading } from '#lib/providers/port.ts';
import { apart, joined, lostRows, type Must, unreadIn } from '#lib/providers/rows.ts';
import type { WireList } from '#lib/providers/unwrap.ts';

type WirePage = Pick<WireList, 'total' | 'pages'> &
  Partial<Pick<WireList, 'ofPage' | 'strange'>> & { more: boolean | null; rows: readonly unknown[] };

/**
 * Reads one page. A service may cap its pages below the requested size and number them by its own. If counts
 * leave open whether a short page is the last, `fetch` reads the next one too. Throws what `fetch` throws.
 */
export async function readPage<P extends { read: WirePage }>(
  request: NumberedPageRequest,
  fetch: (request: NumberedPageRequest) => Promise<P>,
): Promise<P> {
  const got = await fetch(request);
  const more =
    hasNext(got.read, request) ??
    (await nextHasOtherRows(got.read, () => fetch({ ...request, page: request.page + 1 })));
  return { ...got, read: { ...got.read, more } };
}

/** Whether a page follows: as stated, else by counts, else a full page; null if these leave it open. */
function hasNext(answer: WirePage, { page, limit }: NumberedPageRequest): boolean | null {
  const { ofPage = false, pages, rows, strange = 0, more } = answer;
  if (more !== null) return more;
  if (pages !== null) return page < pages;
  const sent = rows.length + strange;
  const total = ofPage ? null : answer.total;
  if (sent >= limit) return total === null || page * limit < total;
  if (total === null) return isUsualSize(sent) ? null : false;
  if (page * sent >= total) return false;
  if (page === 1) return true;
  // It is the last page if it completes the total at the requested size; pages may also be capped.
  return isUsualSize(sent) ? null : (page - 1) * limit + sent !== total;
}

/** Services cap pages at a round number, so a short page of another length is the last. */
export const isUsualSize = (rows: number) =>
  rows >= 8 && (rows % 5 === 0 || Number.isInteger(Math.log2(rows)));

async function nextHasOtherRows(read: WirePage, next: () => Promise<{ read: WirePage }>): Promise<boolean> {
  try {
    const { read: following } = await next();
    const here = new Set(read.rows.map((row) => JSON.stringify(row)));
    return following.rows.some((row) => !here.has(JSON.stringify(row)));
  } catch (error) {
    // The page itself was read. A refusal of the next number may mean that there is none; any other fault
    // proves nothing.
    const status = statusOf(error);
    return status === null || status >= 500 || status === 429;
  }
}

export function numbered<T extends { id: string }>(
  items: T[],
  answer: WirePage,
  request: NumberedPageRequest,
  asOf: string,
  must: Must<T> = {},
): NumberedPage<T> {
  const { ofPage = false, rows, strange = 0 } = answer;
  // An empty page ends the list whatever its counts state, so that no caller pages on for ever.
  const more = rows.length > 0 && hasNext(answer, request) === true;
  const counted = more && ofPage ? null : answer.total;
  // From page 2 on, a total that is no larger than the page counts the page alone.
  const total = request.page > 1 && (counted ?? 0) <= rows.length ? null : counted;
  const unread = unreadIn(items, must, strange).unread;
  const lost = request.page === 1 ? lostRows({ rows, total, strange }).unread : undefined;
  return {
    items: apart(items),
    more,
    total,
    asOf,
    ...joined(unread, lost),
  };
}

/** Pages read at most, because rows that a service failed to filter out may fill whole pages. */
const MOST_PAGES = 10;
type Page = {
  items: readonly unknown[];
  next: unknown;
  total: number | null;
  broken: readonly string[];
  moved: readonly string[];
  unverified: readonly string[];
};

type Names = Pick<IgnoredFilters<string>, 'tryAnother' | 'of' | 'suspect' | 'fromTheTop' | 'isUncertain'>;

/**
 * Reads one page, again under other names of filters that the service ignores. A numbered list does so only
 * on its first page: another filter has other pages, and rows between two of them would be lost.
 */
export async function readFiltered<P extends Pick<Page, 'broken' | 'moved'>>(
  read: () => Promise<P>,
  overlooked: Omit<Names, 'of' | 'isUncertain'>,
  number?: number,
): Promise<P> {
  const broken = ({ broken, moved }: P) => broken.filter((name) => !moved.includes(name));
  if (number === 1) overlooked.fromTheTop();
  let page = await read();
  if (number !== undefined && number > 1) overlooked.suspect(broken(page));
  else while (overlooked.tryAnother(broken(page))) page = await read();
  return page;
}

/** Reads pages until one has a matching row or the list ends. `total` is null when it counts other rows. */
export async function readUntilMatch<P extends Page>(
  position: unknown,
  read: (position: unknown) => Promise<P>,
  {
    overlooked,
    filter,
    numberOf,
  }: { overlooked: Names; filter: object; numberOf?: (position: unknown) => number },
): Promise<Omit<P, 'broken' | 'moved' | 'unverified'> & FilterNotes> {
  const broken = new Set<string>();
  const unverified = new Set<string>();
  let at = position;
  for (let pages = 1; ; pages += 1) {
    const here = at;
    const page = await readFiltered(() => read(here), overlooked, numberOf?.(here));
    const { broken: notApplied, moved: _, unverified: notVerified, ...rest } = page;
    for (const name of [...notApplied, ...overlooked.of(filter)]) broken.add(name);
    for (const name of notVerified) unverified.add(name);
    if (rest.next === null || rest.items.length > 0 || pages >= MOST_PAGES)
      return {
        ...rest,
        total: broken.size > 0 || overlooked.isUncertain(filter) ? null : rest.total,
        ...toFilterNotes(broken, unverified),
      };
    at = rest.next;
  }
}

type FilterNotes = Pick<Reading, 'filteredHere' | 'filtersUntold'>;

/** Lists the filters that the service did not apply, and those that no row allows to check. */
export const toFilterNotes = (broken: ReadonlySet<string>, unverified: ReadonlySet<string>): FilterNotes => ({
  ...(broken.size === 0 ? {} : { filteredHere: [...broken].sort() }),
  ...(unverified.size === 0 ? {} : { filtersUntold: [...unverified].sort() }),
});

const HOUR_MS = 3_600_000;
type Shown = boolean | null | undefined;

/** Probes whether a service applies a filter. A yes or no stays, an unclear result for an hour. */
export class FilterSupport {
  readonly #seen: LRUCache<string, { applies: boolean | null }>;
  readonly #running = new Map<string, Promise<Shown>>();

  constructor(now: () => number) {
    this.#seen = new LRUCache({ max: 500, ttlResolution: 0, perf: { now } });
  }

  /**
   * `name`: the filter and its parameter name. `probe` resolves to true, false, or null when its answer is
   * unclear. A caller waits for a running probe. A failed read returns undefined and is not cached.
   */
  async of(name: string, probe: () => Promise<boolean | null>): Promise<Shown> {
    const seen = this.#seen.get(name);
    if (seen !== undefined) return seen.applies;
    const shown = await this.#running.get(name);
    if (typeof shown === 'boolean') return shown;
    const running = this.#run(name, probe);
    this.#running.set(name, running);
    const applies = await running;
    if (this.#running.get(name) === running) this.#running.delete(name);
    return applies;
  }

  async #run(name: string, probe: () => Promise<boolean | null>): Promise<Shown> {
    let found: boolean | null;
    try {
      found = await probe();
    } catch {
      return undefined;
    }
    // A probe that ran at the same time may have found what this one could not.
    const applies = found ?? this.#seen.get(name)?.applies ?? null;
    this.#seen.set(name, { applies }, { ttl: applies === null ? HOUR_MS : 0 });
    return applies;
  }
}

/** An id that no record has: a service that applies an id filter returns no row for it. */
export const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';
type FirstPage = {
  items: readonly unknown[];
  total: number | null;
  next?: unknown;
  filtersUntold?: readonly string[];
};
type Count = (filter: object) => Promise<{ total: number | null; rows: number }>;

/** Null when the filter reduces nothing. The larger count is read first, because lists grow. */
async function reducesCount(count: Count, filter: object, name: string): Promise<true | null> {
  const { total: all } = await count({ ...filter, [name]: undefined });
  const { total } = await count(filter);
  return all !== null && total !== null && all > total ? true : null;
}

/**
 * A first page's total if it is reliable: the page holds every row, or the service applies each filter.
 * Probes `from` with a future date, others by a count without them; `to` needs none, as rows are newest
 * first. Null: not reliable. Undefined: a probe failed, a later call may succeed.
 */
export async function verifiedTotal<Filter extends object>(
  { items, total, filtersUntold }: FirstPage,
  filter: Filter,
  {
    applied,
    count,
    now,
    nameOf,
  }: {
    applied: FilterSupport;
    count: Count;
    now: () => number;
    nameOf: (name: keyof Filter) => string | null;
  },
): Promise<number | null | undefined> {
  if (total === null || (filtersUntold ?? []).length > 0) return null;
  if (total <= items.length) return total;
  const requested = Object.entries(filter).filter(
    ([name, value]) => name !== 'to' && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  for (const [name, value] of requested) {
    const applies = await applied.of(`${name} ${nameOf(name as keyof Filter)}`, async () => {
      if (name === 'from') {
        const { rows, total: future } = await count({ from: new Date(now() + 24 * HOUR_MS).toISOString() });
        return rows === 0 && (future ?? 0) === 0;
      }
      const hasOthers = requested.length > 1 || 'to' in filter;
      return (
        (await reducesCount(count, filter, name)) ??
        (hasOthers ? reducesCount(count, { [name]: value }, name) : null)
      );
    });
    if (applies === undefined) return undefined;
    if (applies !== true) return null;
  }
  return total;
}
