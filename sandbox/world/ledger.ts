import { TAG } from './codes.ts';
import type { DisputeBook } from './dispute-book.ts';
import {
  changedBlock,
  computedMovementsOf,
  disputesBetween,
  holdMovements,
  type Movement,
  movedBetween,
  movementsOf,
  plannedBlock,
} from './ledger-entries.ts';
import { select } from './selection.ts';
import { DAY, HOUR } from './timeline.ts';
import type { SandboxWorld } from './world.ts';

export type LedgerLine = Movement & {
  id: string;
  previous: { available: number; blocked: number };
  next: { available: number; blocked: number };
};

export type Ledger = {
  /** Length of a period in ms. At its end an automatic withdrawal resets the account to its base balance. */
  period: number;
  /** Cents: about twice what the world withdraws on a day. */
  usualDailyLimit: number;
  balance(): { available: number; blocked: number };
  /** Cents of the withdrawals since this time, without failed ones. */
  withdrawnSince(at: number): number;
  /** Lines in [from, to], newest first. */
  newest(from: number, to: number): Generator<LedgerLine>;
  line(id: string): LedgerLine | null;
};

const OFFSET = 3 * HOUR;

type Computed = { movement: Movement; index: number | null; disputeId: string | null };

function computedMovements(world: SandboxWorld, start: number, end: number): Computed[] {
  const list: Computed[] = [];
  const inside = (movement: Movement) => movement.at >= start && movement.at < end;
  for (const index of movedBetween(world, start, end)) {
    for (const movement of computedMovementsOf(world, index, end)) {
      if (inside(movement)) list.push({ movement, index, disputeId: null });
    }
  }
  for (const number of disputesBetween(world, start, end)) {
    const disputeId = world.codes.id(TAG.baseDispute, number);
    for (const movement of holdMovements(plannedBlock(world, number, disputeId))) {
      if (inside(movement)) list.push({ movement, index: null, disputeId });
    }
  }
  return list;
}

function blockedAt(world: SandboxWorld, book: DisputeBook, at: number): number {
  const touched = new Set([...book.all()].map((dispute) => dispute.id));
  let sum = 0;
  for (const number of disputesBetween(world, at, at + 1)) {
    const id = world.codes.id(TAG.baseDispute, number);
    if (touched.has(id)) continue;
    const hold = plannedBlock(world, number, id);
    if (hold.from < at && hold.until >= at) sum += hold.amount;
  }
  for (const dispute of book.all()) {
    const hold = changedBlock(world, dispute);
    if (hold.from < at && hold.until >= at) sum += hold.amount;
  }
  return sum;
}

/** The id is derived from the line's content, not its position, so later lines do not change it. */
function lineId(start: number, movement: Movement): string {
  const text = `${movement.transactionId}${movement.infractionId}${movement.reason}${movement.balanceType}${movement.at}`;
  let [one, two] = [7, 11];
  for (let place = 0; place < text.length; place++) {
    one = (Math.imul(one, 31) + text.charCodeAt(place)) >>> 0;
    two = (Math.imul(two, 131) ^ text.charCodeAt(place)) >>> 0;
  }
  return `ext-${start.toString(36)}-${one.toString(36)}${two.toString(36)}`;
}

class Periods {
  readonly length: number;
  private readonly world: SandboxWorld;
  private readonly book: DisputeBook;
  private readonly floor: number;
  private readonly computed = new Map<number, Computed[]>();
  private readonly lines = new Map<number, { version: number; lines: LedgerLine[] }>();

  constructor(world: SandboxWorld, book: DisputeBook) {
    this.world = world;
    this.book = book;
    this.length =
      [24, 12, 6, 3].map((hours) => hours * HOUR).find((ms) => (world.perDay * ms) / DAY <= 6000) ?? HOUR;
    this.floor = Math.max(5_000_000, Math.round((world.perDay * this.length * 70_000) / DAY));
  }

  startOf(at: number): number {
    return Math.floor((at - OFFSET) / this.length) * this.length + OFFSET;
  }

  of(start: number): LedgerLine[] {
    const version = this.world.overlay.version + this.book.version;
    const known = this.lines.get(start);
    if (known?.version === version) return known.lines;
    const lines = this.run(start);
    if (this.lines.size > 12) this.lines.clear();
    this.lines.set(start, { version, lines });
    return lines;
  }

  private computedOf(start: number): Computed[] {
    const known = this.computed.get(start);
    if (known) return known;
    const list = computedMovements(this.world, start, start + this.length);
    if (this.computed.size > 12) this.computed.clear();
    this.computed.set(start, list);
    return list;
  }

  private overlayMovements(): Movement[] {
    const list: Movement[] = [];
    for (const entry of this.world.overlay.all()) list.push(...movementsOf(entry.transaction, entry));
    for (const dispute of this.book.all()) list.push(...holdMovements(changedBlock(this.world, dispute)));
    return list;
  }

  private run(start: number): LedgerLine[] {
    const end = start + this.length;
    const { overlay } = this.world;
    const touched = new Set([...this.book.all()].map((dispute) => dispute.id));
    const mine = this.overlayMovements();
    const unchanged = this.computedOf(start).filter(
      ({ index, disputeId }) =>
        (index === null || !overlay.changed.has(index)) && (disputeId === null || !touched.has(disputeId)),
    );
    const all = unchanged
      .map(({ movement }) => movement)
      .concat(mine.filter((movement) => movement.at >= start && movement.at < end))
      .sort((a, b) => a.at - b.at);
    const carried = mine
      .filter((one) => one.carried && one.at < start)
      .reduce((sum, one) => sum + one.delta, 0);
    let available = this.floor + carried;
    let blocked = blockedAt(this.world, this.book, start);
    let swept = this.floor;
    const lines: LedgerLine[] = [];
    const push = (movement: Movement) => {
      const previous = { available, blocked };
      if (movement.balanceType === 'AVAILABLE') available += movement.delta;
      else blocked += movement.delta;
      const id = lineId(start, movement);
      lines.push({ ...movement, id, previous, next: { available, blocked } });
    };
    for (const movement of all) {
      push(movement);
      if (movement.balanceType === 'AVAILABLE' && !movement.carried) swept += movement.delta;
    }
    if (swept !== this.floor) push(this.sweep(end - 1, this.floor - swept));
    return lines;
  }

  private sweep(at: number, delta: number): Movement {
    const reason = delta < 0 ? 'AUTO_WITHDRAW' : 'AUTO_DEPOSIT';
    return {
      at,
      delta,
      balanceType: 'AVAILABLE',
      reason,
      transactionId: null,
      infractionId: null,
      carried: false,
    };
  }

  opening(start: number): { available: number; blocked: number } {
    return this.of(start)[0]?.previous ?? { available: this.floor, blocked: 0 };
  }
}

function createWithdrawn(world: SandboxWorld): (since: number) => number {
  let known = { since: Number.NaN, upTo: 0, sum: 0 };
  const live = new Set(['COMPLETED', 'PENDING']);
  return (since) => {
    const next = world.calendar.firstAt(world.now() + 1);
    if (known.since !== since) known = { since, upTo: world.calendar.firstAt(since), sum: 0 };
    const traits = { types: new Set(['WITHDRAW']) };
    for (const index of select(world.slots, world.exceptions, traits, known.upTo, next).descend(0)) {
      if (live.has(world.slots.of(index).settled)) known.sum += world.rows.amountOf(index);
    }
    known.upTo = Math.max(known.upTo, next);
    let own = 0;
    for (const { transaction, createdAt } of world.overlay.created) {
      if (createdAt >= since && transaction.type === 'WITHDRAW' && live.has(transaction.status))
        own += transaction.amount;
    }
    return known.sum + own;
  };
}

export function createLedger(world: SandboxWorld, book: DisputeBook): Ledger {
  const periods = new Periods(world, book);
  const lastBefore = (lines: LedgerLine[], at: number) => lines.findLast((line) => line.at <= at);

  function* newest(from: number, to: number): Generator<LedgerLine> {
    const until = Math.min(to, world.now());
    const first = Math.max(from, world.calendar.start);
    for (let start = periods.startOf(until); start + periods.length > first; start -= periods.length) {
      const lines = periods.of(start);
      for (let place = lines.length - 1; place >= 0; place--) {
        const line = lines[place] as LedgerLine;
        if (line.at <= until && line.at >= first) yield line;
      }
    }
  }

  return {
    period: periods.length,
    usualDailyLimit: Math.max(
      5_000_000,
      Math.ceil((world.perDay * 0.166 * 62_000 * 2) / 1_000_000) * 1_000_000,
    ),
    newest,
    withdrawnSince: createWithdrawn(world),
    balance() {
      const now = world.now();
      const start = periods.startOf(now);
      return lastBefore(periods.of(start), now)?.next ?? periods.opening(start);
    },
    line(id) {
      const found = /^ext-([0-9a-z]+)-([0-9a-z]+)$/.exec(id);
      const start = found ? Number.parseInt(found[1] as string, 36) : Number.NaN;
      if (!found || periods.startOf(start) !== start || start > world.now()) return null;
      const line = periods.of(start).find((one) => one.id === id);
      return line && line.at <= world.now() ? line : null;
    },
  };
}
