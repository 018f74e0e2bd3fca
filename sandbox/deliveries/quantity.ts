import type { RecordStore } from './record-store.ts';
import type { SeededHistory } from './seeded-history.ts';
import { LoopYielder } from './yield-to-loop.ts';

/** Larger worlds are sampled, because an exact count must read every transaction. */
const EXACT_BELOW = 300_000;

/** GET /user/webhooks/sent/quantity. Seeded records never change, so they are counted once. */
export class Quantity {
  readonly #seeded: SeededHistory;
  readonly #records: RecordStore;
  #known: Promise<Map<string, number>> | null = null;

  constructor(seeded: SeededHistory, records: RecordStore) {
    this.#seeded = seeded;
    this.#records = records;
  }

  async of(webhookId: string | null): Promise<number> {
    this.#known ??= this.#count();
    const seeded = await this.#known;
    const always = { from: -Infinity, to: Infinity };
    // Callbacks to a transaction's own url belong to no webhook, so they are not counted.
    if (webhookId === null) {
      const own = this.#records.read(always, true, 0, Infinity).rows.filter((one) => one.webhookId !== null);
      return own.length + [...seeded.values()].reduce((sum, count) => sum + count, 0);
    }
    const live = this.#records.read({ ...always, webhookId }, true, 0, Infinity);
    return (seeded.get(webhookId) ?? 0) + (live.total ?? 0);
  }

  async #count(): Promise<Map<string, number>> {
    const { count } = this.#seeded.base;
    const step = Math.max(1, Math.ceil(count / EXACT_BELOW));
    const counts = new Map<string, number>();
    const yielder = new LoopYielder();
    for (let index = 0; index < count; index += step) {
      if (yielder.isDue()) await yielder.breathe();
      for (const { webhookId, at } of this.#seeded.fresh(index)) {
        if (webhookId === null || at > this.#seeded.startedAt) continue;
        counts.set(webhookId, (counts.get(webhookId) ?? 0) + step);
      }
    }
    return counts;
  }
}
