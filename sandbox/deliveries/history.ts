import type { HistoryFilter, HistoryQuery } from './history-filter.ts';
import type { Delivery } from './model.ts';

/**
 * Rows of one source. `total` counts all matches; it is known when the source had fewer rows than requested.
 */
export type HistoryPart = { rows: Delivery[]; total: number | null };

export type HistorySource = {
  get(id: string): Delivery | null;
  read(
    filter: HistoryFilter,
    descending: boolean,
    offset: number,
    need: number,
  ): HistoryPart | Promise<HistoryPart>;
  /** Every status that the source's records can have. */
  statuses(): number[];
};

/** Rows read at once when iterating over all matches. */
const WALKED = 5_000;

/**
 * The seeded and the real deliveries as one list. Everything in `older` happened before everything in
 * `newer`.
 */
export class History {
  readonly #older: HistorySource;
  readonly #newer: HistorySource;

  constructor(older: HistorySource, newer: HistorySource) {
    this.#older = older;
    this.#newer = newer;
  }

  get(id: string): Delivery | null {
    return this.#newer.get(id) ?? this.#older.get(id);
  }

  async page(query: HistoryQuery): Promise<{ rows: Delivery[]; hasNextPage: boolean }> {
    const { filter, limit, descending } = query;
    const offset = (query.page - 1) * limit;
    const lists = query.byStatus ? this.#byStatus(filter, descending) : this.#byTime(filter, descending);
    const rows = await readThrough(lists, offset, limit + 1);
    return { rows: rows.slice(0, limit), hasNextPage: rows.length > limit };
  }

  /** All matches, newest first. */
  async *all(filter: HistoryFilter): AsyncGenerator<Delivery> {
    for (const source of [this.#newer, this.#older]) {
      for (let offset = 0; ; ) {
        const { rows, total } = await source.read(filter, true, offset, WALKED);
        yield* rows;
        if (total !== null) break;
        offset += rows.length;
      }
    }
  }

  #byTime(filter: HistoryFilter, descending: boolean): List[] {
    const sources = descending ? [this.#newer, this.#older] : [this.#older, this.#newer];
    if (filter.id !== undefined) return [() => this.#single(filter.id ?? '', filter)];
    return sources.map((source) => (offset, need) => source.read(filter, descending, offset, need));
  }

  /** Grouped by status, each group newest first. */
  #byStatus(filter: HistoryFilter, descending: boolean): List[] {
    const statuses = new Set([...this.#older.statuses(), ...this.#newer.statuses()]);
    const wanted = [...statuses].filter((status) => filter.status === undefined || status === filter.status);
    wanted.sort((a, b) => (descending ? b - a : a - b));
    return wanted.flatMap((status) => this.#byTime({ ...filter, status }, true));
  }

  #single(id: string, filter: HistoryFilter): HistoryPart {
    const found = this.get(id);
    const rows = found && (filter.status ?? found.status) === found.status ? [found] : [];
    return { rows, total: rows.length };
  }
}

type List = (offset: number, need: number) => HistoryPart | Promise<HistoryPart>;

async function readThrough(lists: List[], offset: number, need: number): Promise<Delivery[]> {
  const rows: Delivery[] = [];
  let skip = offset;
  for (const list of lists) {
    const part = await list(skip, need - rows.length);
    rows.push(...part.rows);
    if (rows.length >= need) break;
    skip = Math.max(0, skip - (part.total ?? 0));
  }
  return rows;
}
