import type { Customers } from './customers.ts';
import { plain } from './names.ts';
import type { Rows } from './rows.ts';

export type Scanner = {
  /**
   * Indexes in [low, high), ascending, that may have this name or amount; lets other requests run meanwhile.
   */
  scan(wanted: { name?: string; amount?: number }, low: number, high: number): Promise<Iterable<number>>;
};

const STRIDE = 20_000;
const MAX_CACHED = 500_000;

export function createScanner(rows: Rows, customers: Customers): Scanner {
  let last: { key: string; found: number[] } | null = null;

  return {
    async scan({ name, amount }, low, high) {
      const key = JSON.stringify([name, amount, low, high]);
      if (last?.key === key) return last.found;
      const text = name === undefined ? null : plain(name);
      const known = new Uint8Array(text === null ? 0 : customers.count);
      const named = (index: number) => {
        if (text === null) return true;
        const customer = customers.of(index);
        if (!known[customer]) known[customer] = plain(customers.name(customer)).includes(text) ? 2 : 1;
        // An empty search text matches every name.
        return known[customer] === 2 || text === '';
      };
      const found: number[] = [];
      for (let from = low; from < high; from += STRIDE) {
        const until = Math.min(high, from + STRIDE);
        for (let index = from; index < until; index++) {
          if ((amount === undefined || rows.amountOf(index) === amount) && named(index)) found.push(index);
        }
        if (until < high) await new Promise((resolve) => setImmediate(resolve));
      }
      if (found.length <= MAX_CACHED) last = { key, found };
      return found;
    },
  };
}
