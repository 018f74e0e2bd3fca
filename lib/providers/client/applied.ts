import 'server-only';

const HOUR_MS = 3_600_000;

type Shown = boolean | null | undefined;

/**
 * Learns if a service applies a filter that its rows do not show: asks once, in a way whose answer tells. A
 * finding holds while the process lives, the lack of one for an hour.
 */
export class FilterSupport {
  readonly #seen = new Map<string, { applies: boolean | null; until: number }>();
  readonly #asking = new Map<string, Promise<Shown>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * `name`: as the service is asked under it. `ask`: true, false, or null where its answer shows neither. Callers wait
   * for a question under way before they ask their own; a read that fails shows nothing (undefined) and is not kept.
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
    // Another question that was under way may have shown what this one could not.
    const applies = found ?? this.#seen.get(name)?.applies ?? null;
    const until = applies === null ? this.#now() + HOUR_MS : Number.POSITIVE_INFINITY;
    this.#seen.set(name, { applies, until });
    return applies;
  }
}

/** Nobody's id: a service that applies the filter has no row of it. */
export const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';

type Page = {
  items: readonly unknown[];
  total: number | null;
  next?: unknown;
  filtersUntold?: readonly string[];
};
type Count = (filter: object) => Promise<{ total: number | null; rows: number }>;

/** Null: as many without it, so that it was overlooked or leaves nothing out. The larger count comes first, as lists grow. */
async function leavesOut(count: Count, filter: object, name: string): Promise<true | null> {
  const { total: all } = await count({ ...filter, [name]: undefined });
  const { total } = await count(filter);
  return all !== null && total !== null && all > total ? true : null;
}

/**
 * A first page's total, where it is true: all that is counted stands on the page, or each filter is one that this
 * service was seen to apply. A period's begin is tried with one that is still to come; any other filter by what is
 * counted without it, and where the others leave it nothing to do, by itself. Rows fall: an end that is overlooked
 * shows in the first of them. Undefined where a read that would tell failed: the next who asks may learn it.
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
  const asked = Object.entries(filter).filter(
    ([name, value]) => name !== 'to' && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  for (const [name, value] of asked) {
    const applies = await applied.of(`${name} ${nameOf(name as keyof Filter)}`, async () => {
      if (name === 'from') {
        const { rows, total: left } = await count({ from: new Date(now() + 24 * HOUR_MS).toISOString() });
        return rows === 0 && (left ?? 0) === 0;
      }
      const beside = asked.length > 1 || 'to' in filter;
      return (
        (await leavesOut(count, filter, name)) ?? (beside ? leavesOut(count, { [name]: value }, name) : null)
      );
    });
    if (applies === undefined) return undefined;
    if (applies !== true) return null;
  }
  return total;
}
