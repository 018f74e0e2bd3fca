import { feeOf } from './profile.ts';
import { BLOCK } from './slots.ts';
import { DAY, HOUR } from './timeline.ts';
import type { SandboxWorld } from './world.ts';

export type Cell = { count: number; amount: number; fee: number };
/** Key: type, status. */
type BlockSums = Map<string, Cell>;

const OFFSET = 3 * HOUR;

function add(cells: Map<string, Cell>, key: string, count: number, amount: number, fee: number): void {
  const cell = cells.get(key) ?? { count: 0, amount: 0, fee: 0 };
  cells.set(key, { count: cell.count + count, amount: cell.amount + amount, fee: cell.fee + fee });
}

/**
 * Sums by type and status in a window. Whole blocks are summed once under their settled statuses and cached;
 * unsettled transactions are then corrected one by one.
 */
export function createSummaries(world: SandboxWorld) {
  const blocks = new Map<number, BlockSums>();

  function one(index: number): { type: string; settled: string; amount: number; fee: number } {
    const slot = world.slots.of(index);
    const amount = world.rows.amountOf(index);
    const fee = feeOf(slot.type, slot.method, amount);
    return { type: slot.type, settled: slot.settled, amount, fee };
  }

  function sumRange(cells: BlockSums, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const { type, settled, amount, fee } = one(index);
      add(cells, `${type} ${settled}`, 1, amount, fee);
    }
  }

  function blockOf(block: number): BlockSums {
    const known = blocks.get(block);
    if (known) return known;
    const cells: BlockSums = new Map();
    sumRange(cells, block * BLOCK, (block + 1) * BLOCK);
    blocks.set(block, cells);
    return cells;
  }

  function correct(cells: BlockSums, low: number, high: number): void {
    for (const [index, status] of world.exceptions.between(low, high)) {
      const { type, settled, amount, fee } = one(index);
      add(cells, `${type} ${settled}`, -1, -amount, -fee);
      add(cells, `${type} ${status}`, 1, amount, fee);
    }
  }

  async function sum(from: number, to: number): Promise<Map<string, Cell>> {
    const high = world.calendar.firstAt(Math.min(to, world.now()) + 1);
    const low = Math.min(high, world.calendar.firstAt(from));
    const cells: BlockSums = new Map();
    const first = Math.ceil(low / BLOCK);
    const last = Math.floor(high / BLOCK);
    if (first >= last) sumRange(cells, low, high);
    else {
      sumRange(cells, low, first * BLOCK);
      sumRange(cells, last * BLOCK, high);
    }
    for (let block = first; block < last; block++) {
      const fresh = !blocks.has(block);
      for (const [key, cell] of blockOf(block)) add(cells, key, cell.count, cell.amount, cell.fee);
      if (fresh && block % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    correct(cells, low, high);
    for (const { transaction, createdAt } of world.overlay.created) {
      if (createdAt < from || createdAt > to) continue;
      const { type, status, amount, serviceFeeCharged } = transaction;
      add(cells, `${type} ${status}`, 1, amount, serviceFeeCharged ?? 0);
    }
    return cells;
  }

  return {
    sum,
    /** Start of the São Paulo day or hour, epoch ms. */
    groupStart(at: number, by: 'day' | 'hour'): number {
      const length = by === 'day' ? DAY : HOUR;
      return Math.floor((at - OFFSET) / length) * length + OFFSET;
    },
  };
}
