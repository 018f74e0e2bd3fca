import type { Calendar } from './calendar.ts';
import { feeOf } from './profile.ts';
import type { Rows } from './rows.ts';
import { BLOCK, type Slots } from './slots.ts';

type Parts = { slots: Slots; calendar: Calendar; rows: Rows; perDay: number };

/** Number of the merchant's transfers over which the account pays out what one interval brought in. */
const PARTS = 6;
/** Cents that an average interval brings in; stands for the intervals before the seeded history. */
const USUAL = 3_900_000;

/**
 * The merchant's own transfers: two in every block. They keep the balance in a band over years and need no
 * running sum. An interval is numbered by the transfer that begins it; −1 lies before the first transfer.
 * Each transfer pays out one sixth of what each of the six intervals before it brought in, so the balance at
 * a transfer depends on those six alone.
 */
export type Treasury = {
  /** The interval of this time. */
  intervalAt(at: number): number;
  /** The first index of an interval. */
  indexOf(interval: number): number;
  startOf(interval: number): number;
  /** Cents of the merchant's transfer with this index. */
  amountOf(index: number): number;
  /** Cents available at the start of an interval, had every earlier transaction ended by then. */
  openingOf(interval: number): number;
};

/** Cents of `net` that are still to be paid out before transfer `part` of 1 to PARTS. */
function remaining(net: number, part: number): number {
  return net - Math.floor((net * (part - 1)) / PARTS);
}

export function createTreasury({ slots, calendar, rows, perDay }: Parts): Treasury {
  const places = slots.table.flatMap((slot, place) => (slot.scenario === 'treasury' ? [place] : []));
  const perBlock = places.length;
  const base = Math.max(5_000_000, Math.round(perDay * 2000));
  const nets = new Map<number, number>();

  const indexesOf = (block: number) =>
    places.map((place) => slots.indexOf(block, place)).sort((a, b) => a - b);

  function indexOf(interval: number): number {
    if (interval < 0) return 0;
    return indexesOf(Math.floor(interval / perBlock))[interval % perBlock] as number;
  }

  /** The interval of the newest transaction up to this index. */
  function intervalOf(index: number): number {
    if (index < 0) return -1;
    const block = Math.floor(index / BLOCK);
    return block * perBlock - 1 + indexesOf(block).filter((one) => one <= index).length;
  }

  /** Cents that a transaction leaves on the account once it has ended. */
  function effectOf(index: number): number {
    const { type, method, settled } = slots.of(index);
    if (settled === 'EXPIRED' || settled === 'CANCELED' || settled === 'ERROR') return 0;
    const amount = rows.amountOf(index);
    const fee = feeOf(type, method, amount);
    if (type === 'WITHDRAW') return -amount - fee;
    return (settled === 'REFUNDED' ? 0 : amount - rows.partlyRefunded(index)) - fee;
  }

  /** What an interval brings in without the transfer that begins it. */
  function netOf(interval: number): number {
    if (interval < -1) return USUAL;
    const known = nets.get(interval);
    if (known !== undefined) return known;
    let net = 0;
    const end = indexOf(interval + 1);
    for (let index = interval < 0 ? 0 : indexOf(interval) + 1; index < end; index++) net += effectOf(index);
    nets.set(interval, net);
    return net;
  }

  return {
    indexOf,
    intervalAt: (at) => intervalOf(calendar.firstAt(at + 1) - 1),
    startOf: (interval) => (interval < 0 ? calendar.start : calendar.timeOf(indexOf(interval))),
    amountOf(index) {
      const interval = intervalOf(index);
      let sum = 0;
      for (let part = 1; part <= PARTS; part++) {
        const net = netOf(interval - part);
        sum += remaining(net, part) - remaining(net, part + 1);
      }
      return sum;
    },
    openingOf(interval) {
      let sum = base;
      // No transfer begins the interval before the first one, so its part is paid out already.
      const first = interval < 0 ? 2 : 1;
      for (let part = first; part <= PARTS; part++) sum += remaining(netOf(interval - part), part);
      return sum;
    },
  };
}
