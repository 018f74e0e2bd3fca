import type { PixTransaction, World } from '../types.ts';

/** The seeded transactions up to the first start, oldest first, whatever the world's own order. */
export class SeededBase {
  readonly count: number;
  readonly #world: World;
  readonly #ascending: boolean;
  readonly #total: number;

  constructor(world: World, startedAt: number) {
    this.#world = world;
    this.#total = world.baseCount;
    const last = this.#total - 1;
    this.#ascending =
      last < 1 || createdAt(world.baseTransaction(0)) <= createdAt(world.baseTransaction(last));
    this.count = this.#search(startedAt + 1, this.#total);
  }

  transaction(index: number): PixTransaction {
    return this.#world.baseTransaction(this.#turned(index));
  }

  /** Creation time, epoch ms. */
  createdAt(index: number): number {
    return createdAt(this.transaction(index));
  }

  /** Index of the first transaction created at or after this time. */
  firstAt(at: number): number {
    return this.#search(at, this.count);
  }

  indexOf(id: string): number | null {
    const found = this.#world.indexOf(id);
    if (found === null || found < 0 || found >= this.#total) return null;
    const index = this.#turned(found);
    return index < this.count ? index : null;
  }

  #turned(index: number): number {
    return this.#ascending ? index : this.#total - 1 - index;
  }

  #search(at: number, count: number): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.createdAt(middle) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function createdAt(transaction: PixTransaction): number {
  return Date.parse(transaction.createdAt);
}
