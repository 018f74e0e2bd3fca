import type { World } from '../types.ts';
import type { FictionalEndpoints } from './fictional-endpoints.ts';
import {
  LONGEST_CHAIN_MS,
  LONGEST_WAIT_MS,
  type SeededAttempt,
  SeededAttempts,
  type SeededOptions,
} from './seeded-attempts.ts';
import { SeededBase } from './seeded-base.ts';
import { SeededCounts } from './seeded-counts.ts';

const HOUR_MS = 3_600_000;
/** About this many transactions fit in the longest lag; it bounds the work of ordering records. */
const LAG_TRANSACTIONS = 2_000;
const CHUNK = 256;
const CACHED_CHUNKS = 128;

type Entry = { created: number; records: SeededAttempt[] };

export type SeededHistoryOptions = {
  seed: number;
  world: World;
  endpoints: FictionalEndpoints;
  /** Simulated epoch ms of the first start; later deliveries are real. */
  startedAt: number;
};

/**
 * The history before the first start, computed on demand and never stored. A record is at most `#reach` ms
 * after its transaction's creation, so records can be ordered within a window of transactions.
 */
export class SeededHistory {
  readonly base: SeededBase;
  readonly attempts: SeededAttempts;
  readonly startedAt: number;
  readonly #options: SeededHistoryOptions;
  readonly #longestLag: number;
  readonly #reach: number;
  readonly #chunks = new Map<number, Entry[]>();
  #counting: Promise<SeededCounts> | null = null;
  #known: SeededCounts | null = null;

  constructor(options: SeededHistoryOptions) {
    this.#options = options;
    this.startedAt = options.startedAt;
    this.base = new SeededBase(options.world, options.startedAt);
    const { count } = this.base;
    const span = count > 1 ? this.base.createdAt(count - 1) - this.base.createdAt(0) : 0;
    const gap = count > 1 ? span / count : 0;
    this.#longestLag = Math.min(240 * HOUR_MS, Math.max(HOUR_MS, LAG_TRANSACTIONS * gap));
    this.#reach = this.#longestLag + LONGEST_CHAIN_MS + LONGEST_WAIT_MS;
    const seeded: SeededOptions = { ...options, longestLag: this.#longestLag };
    this.attempts = new SeededAttempts(seeded);
  }

  /** All records of one transaction, including those after the first start. */
  of(index: number): SeededAttempt[] {
    return this.#entry(index).records;
  }

  /** Same as `of`, without the cache, for iterating over everything. */
  fresh(index: number): SeededAttempt[] {
    return this.attempts.of(index, this.base.transaction(index));
  }

  /** Must be awaited once before `countBetween`, `page` and `ordered` with `onlyTroubled`. */
  async counted(): Promise<void> {
    this.#counting ??= this.#count();
    this.#known = await this.#counting;
  }

  /** Number of records with from ≤ at ≤ to, computed without reading them all. */
  countBetween(from: number, to: number): number {
    return Math.max(0, this.#countSince(from) - this.#countSince(Math.min(to, this.startedAt) + 1));
  }

  /** Records with from ≤ at ≤ to, ordered by time, without the first `skip`. */
  *page(from: number, to: number, descending: boolean, skip: number): Generator<SeededAttempt> {
    const last = Math.min(to, this.startedAt);
    const total = this.countBetween(from, to);
    if (skip >= total) return;
    const after = this.#countSince(last + 1);
    const rank = after + (descending ? skip : total - 1 - skip);
    const found = this.#seek(rank);
    const { at, passed } = found.at < last ? found : { at: last, passed: after };
    const newest = this.ordered({ from: descending ? from : -Infinity, to: at, descending: true });
    for (let rest = rank - passed; rest > 0; rest -= 1) newest.next();
    if (descending) {
      yield* newest;
      return;
    }
    const start = newest.next().value;
    if (!start) return;
    for (const one of this.ordered({ from: start.at, to: last, descending: false })) {
      if (compare(one, start) >= 0) yield one;
    }
  }

  /**
   * Records with from ≤ at ≤ to in order of time. `onlyTroubled` reads only transactions that may have
   * failures.
   */
  *ordered(span: {
    from: number;
    to: number;
    descending: boolean;
    onlyTroubled?: boolean;
  }): Generator<SeededAttempt> {
    const to = Math.min(span.to, this.startedAt);
    const { from, descending } = span;
    const low = this.base.firstAt(from - this.#reach);
    const high = this.base.firstAt(to + 1);
    const start = descending ? high - 1 : low;
    const all = span.onlyTroubled ? this.#counts().troubled(start, descending) : plainly(start, descending);
    const order = descending ? (a: SeededAttempt, b: SeededAttempt) => compare(b, a) : compare;
    let waiting: SeededAttempt[] = [];
    let enough = 256;
    for (const index of all) {
      if (index < low || index >= high) break;
      const { created, records } = this.#entry(index);
      for (const one of records) if (one.at >= from && one.at <= to) waiting.push(one);
      if (waiting.length < enough) continue;
      // No later transaction in this iteration has a record beyond this border.
      const border = descending ? created + this.#reach : created;
      const isReady = (one: SeededAttempt) => (descending ? one.at > border : one.at < border);
      const ready = waiting.filter(isReady);
      waiting = waiting.filter((one) => !isReady(one));
      enough = Math.max(256, waiting.length * 2);
      yield* ready.sort(order);
    }
    yield* waiting.sort(order);
  }

  /** Deliveries that were between two attempts at the first start. */
  *unfinished(): Generator<SeededAttempt> {
    const low = this.base.firstAt(this.startedAt - this.#reach);
    for (let index = low; index < this.base.count; index += 1) {
      for (const one of this.of(index)) {
        if (one.at <= this.startedAt && one.next !== null && one.next > this.startedAt) yield one;
      }
    }
  }

  #entry(index: number): Entry {
    const number = Math.floor(index / CHUNK);
    const chunk = this.#chunks.get(number) ?? [];
    if (!this.#chunks.delete(number) && this.#chunks.size >= CACHED_CHUNKS) {
      this.#chunks.delete(this.#chunks.keys().next().value ?? number);
    }
    this.#chunks.set(number, chunk);
    const place = index - number * CHUNK;
    let entry = chunk[place];
    if (!entry) {
      const transaction = this.base.transaction(index);
      const records = this.attempts.of(index, transaction);
      entry = { created: Date.parse(transaction.createdAt), records };
      chunk[place] = entry;
    }
    return entry;
  }

  #counts(): SeededCounts {
    if (!this.#known) throw new Error('the seeded history was not counted');
    return this.#known;
  }

  #count(): Promise<SeededCounts> {
    const { seed, endpoints, startedAt } = this.#options;
    const { count } = this.base;
    const first = count > 0 ? this.base.createdAt(0) : startedAt;
    return SeededCounts.create({
      seed,
      count,
      longestLag: this.#longestLag,
      incidents: endpoints.incidents(first, startedAt + LONGEST_CHAIN_MS),
      firstAt: (at) => this.base.firstAt(at),
      recordsOf: (index) => this.fresh(index).length,
    });
  }

  /** Number of records at `at` or later, including those after the first start. */
  #countSince(at: number): number {
    const counts = this.#counts();
    const high = this.base.firstAt(at);
    let found = counts.total - counts.before(high);
    for (let index = this.base.firstAt(at - this.#reach); index < high; index += 1) {
      for (const one of this.of(index)) if (one.at >= at) found += 1;
    }
    return found;
  }

  /** Returns a time with `passed` ≤ rank records after it, and few between it and the requested record. */
  #seek(rank: number): { at: number; passed: number } {
    const counts = this.#counts();
    let target = rank;
    for (let round = 0; round < 40 && target > 0; round += 1) {
      const index = counts.indexWithAtMost(target);
      if (index >= this.base.count) break;
      const at = this.base.createdAt(index);
      const passed = this.#countSince(at + 1);
      if (passed <= rank) return { at, passed };
      target -= passed - rank + 32;
    }
    return { at: Infinity, passed: 0 };
  }
}

function* plainly(start: number, descending: boolean): Generator<number> {
  for (let index = start; ; index += descending ? -1 : 1) yield index;
}

/** Oldest first; ties are ordered by index, slot and attempt, so the order is total. */
export function compare(a: SeededAttempt, b: SeededAttempt): number {
  return a.at - b.at || a.index - b.index || a.slot - b.slot || a.attempt - b.attempt;
}
