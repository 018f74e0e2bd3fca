import type { Incident } from './fictional-endpoints.ts';
import {
  BLOCK,
  failingBlocksBelow,
  failingPlace,
  LONGEST_CHAIN_MS,
  LONGEST_WAIT_MS,
  SLOTS,
  troubleExtra,
} from './seeded-attempts.ts';
import { LoopYielder } from './yield-to-loop.ts';

/** Transactions [from, to) that an incident can affect; `sums[k]` counts the records of the first k. */
type Range = { from: number; to: number; sums: Uint32Array };

export type CountsOptions = {
  seed: number;
  count: number;
  longestLag: number;
  incidents: Incident[];
  firstAt(at: number): number;
  /** Exact number of records of one transaction. */
  recordsOf(index: number): number;
};

/**
 * Counts the seeded records before a transaction. It computes the count, except around incidents, where it
 * counted.
 */
export class SeededCounts {
  readonly total: number;
  readonly #seed: number;
  readonly #count: number;
  readonly #ranges: Range[];

  constructor(options: CountsOptions, ranges: Range[]) {
    this.#seed = options.seed;
    this.#count = options.count;
    this.#ranges = ranges;
    this.total = this.before(options.count);
  }

  static async create(options: CountsOptions): Promise<SeededCounts> {
    return new SeededCounts(options, await countedRanges(options));
  }

  /** Number of records of the transactions with a lower index. */
  before(index: number): number {
    let records = this.#plain(index);
    for (const { from, to, sums } of this.#ranges) {
      if (index <= from) break;
      const end = Math.min(index, to);
      records += (sums[end - from] ?? 0) - (this.#plain(end) - this.#plain(from));
    }
    return records;
  }

  /** The lowest index with at most this many records from it on. */
  indexWithAtMost(records: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.total - this.before(middle) <= records) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Transactions that may have a failed record, from `start` on in either direction: those around incidents,
   * and the failing one of every block.
   */
  *troubled(start: number, descending: boolean): Generator<number> {
    const step = descending ? -1 : 1;
    const ranges = descending ? this.#ranges.toReversed() : this.#ranges;
    let block = -1;
    let place = -1;
    let rangeIndex = 0;
    for (let index = start; index >= 0 && index < this.#count; index += step) {
      if (Math.floor(index / BLOCK) !== block) {
        block = Math.floor(index / BLOCK);
        place = block * BLOCK + failingPlace(this.#seed, block);
      }
      for (
        let range = ranges[rangeIndex];
        range && isPast(range, index, descending);
        range = ranges[rangeIndex]
      )
        rangeIndex += 1;
      const range = ranges[rangeIndex];
      if (index === place || (range && index >= range.from && index < range.to)) yield index;
    }
  }

  #plain(index: number): number {
    const blocks = Math.floor(index / BLOCK);
    const refused = failingBlocksBelow(blocks);
    const whole = blocks + refused * (troubleExtra(7) - troubleExtra(0));
    const part = index % BLOCK > failingPlace(this.#seed, blocks) ? troubleExtra(blocks) : 0;
    return index * SLOTS + whole + part;
  }
}

function isPast(range: Range, index: number, descending: boolean): boolean {
  return descending ? index < range.from : index >= range.to;
}

async function countedRanges(options: CountsOptions): Promise<Range[]> {
  const yielder = new LoopYielder();
  const ranges: Range[] = [];
  for (const { from, to } of spansOf(options)) {
    const sums = new Uint32Array(to - from + 1);
    for (let index = from; index < to; index += 1) {
      if (yielder.isDue()) await yielder.breathe();
      sums[index - from + 1] = (sums[index - from] ?? 0) + options.recordsOf(index);
    }
    ranges.push({ from, to, sums });
  }
  return ranges;
}

function spansOf({ count, longestLag, incidents, firstAt }: CountsOptions): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const incident of incidents) {
    const from = firstAt(incident.from - longestLag - LONGEST_CHAIN_MS - LONGEST_WAIT_MS);
    const to = Math.min(count, firstAt(incident.to));
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (to > from) spans.push({ from, to });
  }
  return spans;
}
