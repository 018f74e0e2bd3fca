import type { Exceptions } from './exceptions.ts';
import { BLOCK, type Slots } from './slots.ts';

export type Traits = {
  types?: ReadonlySet<string>;
  methods?: ReadonlySet<string>;
  statuses?: ReadonlySet<string>;
  virtualAccount?: string;
};

export type Selection = {
  total: number;
  /** Number of selected indexes at or above this one. */
  above(index: number): number;
  /** Selected indexes, descending, without the first `offset`. */
  descend(offset: number): Generator<number>;
};

function tables(slots: Slots, traits: Traits): { able: Uint8Array; settled: Uint8Array } {
  const able = Uint8Array.from(slots.table, (slot) =>
    (!traits.types || traits.types.has(slot.type)) &&
    (!traits.methods || traits.methods.has(slot.method)) &&
    (traits.virtualAccount === undefined || traits.virtualAccount === slot.virtualAccount)
      ? 1
      : 0,
  );
  const settled = able.map((yes, slot) =>
    yes && (!traits.statuses || traits.statuses.has(slots.table[slot]?.settled ?? '')) ? 1 : 0,
  );
  return { able, settled };
}

function everything(low: number, high: number): Selection {
  return {
    total: Math.max(0, high - low),
    above: (index) => Math.max(0, high - Math.max(low, index)),
    *descend(offset) {
      for (let index = high - 1 - offset; index >= low; index--) yield index;
    },
  };
}

type Odd = { index: number; match: boolean; delta: number };

/** `after[n]`: how much the exceptions from position n on change the count. */
function oddOnes(slots: Slots, traits: Traits, exceptions: Exceptions, low: number, high: number) {
  const { able, settled } = tables(slots, traits);
  const odd: Odd[] = [];
  if (traits.statuses) {
    for (const [index, status] of exceptions.between(low, high)) {
      const slot = slots.slotAt(index);
      if (!able[slot]) continue;
      const match = traits.statuses.has(status);
      odd.push({ index, match, delta: (match ? 1 : 0) - (settled[slot] ? 1 : 0) });
    }
  }
  const after = new Array<number>(odd.length + 1).fill(0);
  for (let place = odd.length - 1; place >= 0; place--) {
    after[place] = (after[place + 1] as number) + (odd[place] as Odd).delta;
  }
  return { settled, odd, after };
}

function firstOdd(odd: Odd[], index: number): number {
  let low = 0;
  let high = odd.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((odd[middle] as Odd).index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts and finds positions in [low, high) exactly, without reading it all. */
export function select(
  slots: Slots,
  exceptions: Exceptions,
  traits: Traits,
  low: number,
  high: number,
): Selection {
  const free = !traits.types && !traits.methods && !traits.statuses && traits.virtualAccount === undefined;
  if (free || high <= low) return everything(low, high);
  const { settled, odd, after } = oddOnes(slots, traits, exceptions, low, high);
  const perBlock = settled.reduce((sum, one) => sum + one, 0);

  const within = (from: number, to: number) => {
    let count = 0;
    for (let index = from; index < to; index++) count += settled[slots.slotAt(index)] as number;
    return count;
  };
  const below = (index: number) => {
    const block = Math.floor(index / BLOCK);
    return block * perBlock + within(block * BLOCK, index);
  };
  const untilHigh = below(high);
  const above = (index: number) => {
    const from = Math.max(low, index);
    if (from >= high) return 0;
    return untilHigh - below(from) + (after[firstOdd(odd, from)] as number);
  };
  return { total: above(low), above, descend: (offset) => descend(offset) };

  function* descend(offset: number): Generator<number> {
    if (perBlock === 0) {
      yield* odd
        .filter((one) => one.match)
        .map((one) => one.index)
        .reverse()
        .slice(offset);
      return;
    }
    const special = new Map(odd.map((one) => [one.index, one.match]));
    let first = Math.floor(low / BLOCK);
    let last = Math.floor((high - 1) / BLOCK);
    while (first < last) {
      const middle = (first + last + 1) >> 1;
      if (above(middle * BLOCK) > offset) first = middle;
      else last = middle - 1;
    }
    let skip = offset - above((first + 1) * BLOCK);
    for (let index = Math.min(high, (first + 1) * BLOCK) - 1; index >= low; index--) {
      if (!(special.get(index) ?? settled[slots.slotAt(index)])) continue;
      if (skip > 0) skip--;
      else yield index;
    }
  }
}
