import type { BreakBook } from './breaks.ts';
import type { DisputeBook } from './dispute-book.ts';
import {
  changedBlock,
  disputesBetween,
  holdMovements,
  type Movement,
  movedBetween,
  movementsOf,
  outstanding,
  plannedBlock,
  plannedMovements,
} from './ledger-entries.ts';
import { select } from './selection.ts';
import type { SandboxWorld } from './world.ts';

type Balance = { available: number; blocked: number };

export type LedgerLine = Movement & { id: string; previous: Balance; next: Balance };

export type Ledger = {
  /** Cents: about twice what the world withdraws on a day. */
  usualDailyLimit: number;
  balance(): Balance;
  /** Cents of the Pix withdrawals since this time, without failed ones. */
  withdrawnSince(at: number): number;
  /** Lines in [from, to], newest first. */
  newest(from: number, to: number): Generator<LedgerLine>;
  line(id: string): LedgerLine | null;
};

/** What the computed world plans for an interval: its opening balance, and its movements by origin. */
type Planned = { opening: Balance; movements: { movement: Movement; origin: number | string }[] };

/** Planned movements that no longer hold, and those that take their place. */
type Changes = {
  version: string;
  /** Indexes and dispute ids. */
  origins: Set<number | string>;
  replaced: Movement[];
  current: Movement[];
};

/** Lines in memory: those of a busy day. */
const MOST_LINES = 120_000;

function planInterval(world: SandboxWorld, interval: number): Planned {
  const { treasury, calendar } = world;
  const [start, end] = [treasury.startOf(interval), treasury.startOf(interval + 1)];
  const movements: Planned['movements'] = [];
  const add = (list: Movement[], origin: number | string) => {
    for (const movement of list)
      if (movement.at >= start && movement.at < end) movements.push({ movement, origin });
  };
  for (const index of movedBetween(world, start, calendar.firstAt(end)))
    add(plannedMovements(world, index), index);
  let blocked = 0;
  for (const number of disputesBetween(world, start, end)) {
    const hold = plannedBlock(world, number);
    add(holdMovements(hold), hold.id);
    if (hold.from < start && hold.until >= start) blocked += hold.amount;
  }
  const available = treasury.openingOf(interval) - outstanding(world, start, treasury.indexOf(interval));
  return { opening: { available, blocked }, movements };
}

/** The id is derived from the line's content, not its position, so later lines do not change it. */
function lineId(movement: Movement): string {
  const text = `${movement.transactionId}${movement.infractionId}${movement.reason}${movement.balanceType}${movement.at}`;
  let [one, two] = [7, 11];
  for (let place = 0; place < text.length; place++) {
    one = (Math.imul(one, 31) + text.charCodeAt(place)) >>> 0;
    two = (Math.imul(two, 131) ^ text.charCodeAt(place)) >>> 0;
  }
  return `ext-${movement.at.toString(36)}-${one.toString(36)}${two.toString(36)}`;
}

/** The statement, interval by interval. Each is computed from the plan and the changes; nothing is stored. */
class Intervals {
  private readonly world: SandboxWorld;
  private readonly book: DisputeBook;
  private readonly breaks: BreakBook;
  private readonly planned = new Map<number, Planned>();
  private readonly lines = new Map<number, { version: string; lines: LedgerLine[] }>();
  private stored = 0;
  private known: Changes | null = null;

  constructor(world: SandboxWorld, book: DisputeBook, breaks: BreakBook) {
    this.world = world;
    this.book = book;
    this.breaks = breaks;
  }

  of(interval: number): LedgerLine[] {
    const { version } = this.changes();
    const known = this.lines.get(interval);
    if (known?.version === version) return known.lines;
    const lines = this.run(interval);
    if (this.stored > MOST_LINES) {
      for (const map of [this.planned, this.lines]) map.clear();
      this.stored = 0;
    }
    this.stored += lines.length;
    this.lines.set(interval, { version, lines });
    return lines;
  }

  opening(interval: number): Balance {
    const { opening } = this.planOf(interval);
    const start = this.world.treasury.startOf(interval);
    const { replaced, current } = this.changes();
    const balance = { ...opening };
    for (const [list, sign] of [
      [replaced, -1],
      [current, 1],
    ] as const) {
      for (const { at, delta, balanceType } of list) {
        if (at >= start) continue;
        if (balanceType === 'AVAILABLE') balance.available += sign * delta;
        else balance.blocked += sign * delta;
      }
    }
    for (const { gap } of this.breaks.all) if (gap && gap.at < start) balance.available += gap.delta;
    return balance;
  }

  private planOf(interval: number): Planned {
    const known = this.planned.get(interval) ?? planInterval(this.world, interval);
    this.planned.set(interval, known);
    return known;
  }

  private changes(): Changes {
    const { world, book, breaks } = this;
    const { overlay } = world;
    const now = world.now();
    const version = `${overlay.version} ${book.version} ${breaks.version(now)}`;
    if (this.known?.version === version) return this.known;
    const broken = breaks.all.flatMap(({ index }) => (index === null ? [] : [index]));
    const indexes = new Set([...overlay.changed.keys(), ...broken]);
    const origins = new Set<number | string>(indexes);
    const replaced: Movement[] = [];
    const own: Movement[] = [];
    for (const index of indexes) {
      const planned = plannedMovements(world, index);
      replaced.push(...planned);
      const entry = overlay.changed.get(index);
      if (!entry || breaks.isPinned(entry.transaction.id)) own.push(...planned);
      else own.push(...movementsOf(entry.transaction, entry));
    }
    for (const entry of overlay.created) own.push(...movementsOf(entry.transaction, entry));
    for (const dispute of book.all()) {
      origins.add(dispute.id);
      if (dispute.number !== null) replaced.push(...holdMovements(plannedBlock(world, dispute.number)));
      own.push(...holdMovements(changedBlock(world, dispute)));
    }
    const current = own.flatMap((line) => breaks.edited(line, now) ?? []);
    for (const { lines } of breaks.all) current.push(...lines);
    this.known = { version, origins, replaced, current };
    return this.known;
  }

  private run(interval: number): LedgerLine[] {
    const { treasury } = this.world;
    const [start, end] = [treasury.startOf(interval), treasury.startOf(interval + 1)];
    const { origins, current } = this.changes();
    const movements = this.planOf(interval)
      .movements.filter(({ origin }) => !origins.has(origin))
      .map(({ movement }) => movement)
      .concat(current.filter(({ at }) => at >= start && at < end))
      .sort((a, b) => a.at - b.at);
    const gaps = this.breaks.all
      .flatMap(({ gap }) => (gap && gap.at >= start && gap.at < end ? [gap] : []))
      .sort((a, b) => a.at - b.at);
    let { available, blocked } = this.opening(interval);
    return movements.map((movement) => {
      while (gaps[0] && gaps[0].at <= movement.at) available += gaps.shift()?.delta ?? 0;
      const previous = { available, blocked };
      if (movement.balanceType === 'AVAILABLE') available += movement.delta;
      else blocked += movement.delta;
      return { ...movement, id: lineId(movement), previous, next: { available, blocked } };
    });
  }
}

function createWithdrawn(world: SandboxWorld): (since: number) => number {
  let known = { since: Number.NaN, upTo: 0, sum: 0 };
  const live = new Set(['COMPLETED', 'PENDING']);
  return (since) => {
    const next = world.calendar.firstAt(world.now() + 1);
    if (known.since !== since) known = { since, upTo: world.calendar.firstAt(since), sum: 0 };
    const traits = { types: new Set(['WITHDRAW']), methods: new Set(['PIX']) };
    for (const index of select(world.slots, world.exceptions, traits, known.upTo, next).descend(0)) {
      if (live.has(world.slots.of(index).settled)) known.sum += world.rows.amountOf(index);
    }
    known.upTo = Math.max(known.upTo, next);
    let own = 0;
    for (const { transaction, createdAt } of world.overlay.created) {
      const { type, method, status, amount } = transaction;
      if (createdAt >= since && type === 'WITHDRAW' && method === 'PIX' && live.has(status)) own += amount;
    }
    return known.sum + own;
  };
}

export function createLedger(world: SandboxWorld, book: DisputeBook, breaks: BreakBook): Ledger {
  const intervals = new Intervals(world, book, breaks);
  const { intervalAt, startOf } = world.treasury;

  function* newest(from: number, to: number): Generator<LedgerLine> {
    const until = Math.min(to, world.now());
    const first = Math.max(from, world.calendar.start);
    for (let interval = intervalAt(until); interval >= -1 && until >= first; interval--) {
      const lines = intervals.of(interval);
      for (let place = lines.length - 1; place >= 0; place--) {
        const line = lines[place] as LedgerLine;
        if (line.at <= until && line.at >= first) yield line;
      }
      if (startOf(interval) <= first) return;
    }
  }

  return {
    usualDailyLimit: Math.max(
      5_000_000,
      Math.ceil((world.perDay * 0.166 * 62_000 * 2) / 1_000_000) * 1_000_000,
    ),
    newest,
    withdrawnSince: createWithdrawn(world),
    balance() {
      const now = world.now();
      const interval = intervalAt(now);
      return intervals.of(interval).findLast((line) => line.at <= now)?.next ?? intervals.opening(interval);
    },
    line(id) {
      const at = Number.parseInt(/^ext-([0-9a-z]+)-[0-9a-z]+$/.exec(id)?.[1] ?? '', 36);
      if (!(at >= world.calendar.start && at <= world.now())) return null;
      return intervals.of(intervalAt(at)).find((line) => line.id === id) ?? null;
    },
  };
}
