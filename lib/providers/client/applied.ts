import 'server-only';

const HOUR_MS = 3_600_000;

type Shown = boolean | null | undefined;

/**
 * Finds out by a probing request whether a service applies a filter that its rows do not show. A yes or no
 * holds while the process lives, an unclear result for one hour.
 */
export class FilterSupport {
  readonly #seen = new Map<string, { applies: boolean | null; until: number }>();
  readonly #asking = new Map<string, Promise<Shown>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * `name`: the filter and its parameter name. `ask` resolves to true, false, or null when its answer is
   * unclear. A caller waits for a running probe before it starts its own. A failed read returns undefined and
   * is not cached.
   */
  async of(name: string, ask: () => Promise<boolean | null>): Promise<Shown> {
    const seen = this.#seen.get(name);
    if (seen !== undefined && this.#now() < seen.until) return seen.applies;
    const shown = await this.#asking.get(name);
    if (typeof shown === 'boolean') return shown;
    const asking = this.#ask(name, ask);
    this.#asking.set(name, asking);
    const applies = await asking;
    if (this.#asking.get(name) === asking) this.#asking.delete(name);
    return applies;
  }

  async #ask(name: string, ask: () => Promise<boolean | null>): Promise<Shown> {
    let found: boolean | null;
    try {
      found = await ask();
    } catch {
      return undefined;
    }
    // A probe that ran at the same time may have found what this one could not.
    const applies = found ?? this.#seen.get(name)?.applies ?? null;
    const until = applies === null ? this.#now() + HOUR_MS : Number.POSITIVE_INFINITY;
    this.#seen.set(name, { applies, until });
    return applies;
  }
}

/** An id that no record has: a service that applies an id filter returns no row for it. */
export const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';

type Page = {
  items: readonly unknown[];
  total: number | null;
  next?: unknown;
  filtersUntold?: readonly string[];
};
type Count = (filter: object) => Promise<{ total: number | null; rows: number }>;

/**
 * True when the filter reduces the count. Null when it does not: the service ignores it, or it matches every
 * row. The larger count is read first, because lists grow.
 */
async function reducesCount(count: Count, filter: object, name: string): Promise<true | null> {
  const { total: all } = await count({ ...filter, [name]: undefined });
  const { total } = await count(filter);
  return all !== null && total !== null && all > total ? true : null;
}

/**
 * Returns a first page's total if it is reliable: the page holds every row, or the service applies each
 * filter. Probes `from` with a future date, others by a count without them; `to` needs no probe, as rows are
 * newest first. Null: not reliable. Undefined: a probe failed, a later call may succeed.
 */
export async function verifiedTotal<Filter extends object>(
  { items, total, filtersUntold }: Page,
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
