import 'server-only';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A lease is used up within its slot, so that no minute holds calls of more than SLOTS of them. */
const SLOT_MS = 3_000;
const SLOTS = MINUTE / SLOT_MS + 1;
/** Share of the budget that background work leaves to operators. */
const BACKGROUND_SHARE = 0.3;
/** No process takes more than this part of a minute at once. */
const LARGEST_SHARE = 0.1;

export type BudgetPriority = 'operator' | 'background';
export type BudgetLimits = { perMinute: number; perDay: number | null; adaptive: boolean };

/**
 * All processes' calls: by slot (`[slot, calls, of these in the background]`) and hour, instants in ms UTC.
 */
export type Ledger = {
  perMinute: number;
  raisedAt: number;
  /** Of the last 429 that counted. */
  halvedAt?: number;
  slots: [number, number, number][];
  hours: [number, number][];
};
/** Calls that were leased and not made: given back with the next lease. */
export type Unused = { slot: number; calls: number; priority: BudgetPriority };
export type LeaseAsk = { want: number; priority: BudgetPriority; unused: readonly Unused[] };
/** `lastsMs`: how long the calls may be made. `waitMs`: when one may be had again. */
export type Lease = { calls: number; slot: number; lastsMs: number } | { waitMs: number };

/** Where calls are leased: one for each budget, shared by all who call. */
export type Leases = {
  lease(ask: LeaseAsk): Promise<Lease>;
  /** The provider answered 429. */
  exceeded(): Promise<void>;
};

export function emptyLedger({ perMinute }: BudgetLimits, now: number): Ledger {
  return { perMinute, raisedAt: now, slots: [], hours: [] };
}

/** Leases of this process alone. */
export function memoryLeases(limits: BudgetLimits, now: () => number): Leases {
  let ledger = emptyLedger(limits, now());
  return {
    async lease(ask) {
      const leased = grant(ledger, limits, ask, now());
      ledger = leased.ledger;
      return leased.lease;
    },
    async exceeded() {
      ledger = halved(ledger, limits, now());
    },
  };
}

/** Calls of one burst are refused together: what is refused so soon after a halving was made before it. */
const ONE_BURST_MS = 10_000;

/** Half of the rate for all, where it is learnt; a tenth of the full one comes back each minute. */
export function halved(ledger: Ledger, limits: BudgetLimits, now: number): Ledger {
  if (!limits.adaptive || now - (ledger.halvedAt ?? Number.NEGATIVE_INFINITY) < ONE_BURST_MS) return ledger;
  const { perMinute } = raised(ledger, limits, now);
  return { ...ledger, perMinute: Math.max(1, perMinute / 2), raisedAt: now, halvedAt: now };
}

/** Calls for one who asks: as many as are wanted, at most a tenth of the minute, as far as minute and day have room. */
export function grant(
  before: Ledger,
  limits: BudgetLimits,
  { want, priority, unused }: LeaseAsk,
  now: number,
): { ledger: Ledger; lease: Lease } {
  const slot = Math.floor(now / SLOT_MS);
  const ledger = returned(current(raised(before, limits, now), slot), unused);
  const most = Math.max(1, Math.floor(ledger.perMinute));
  const inDay = dayHeadroom(ledger, limits, now);
  const inMinute = minuteHeadroom(ledger, most, priority, now);
  const largest = Math.max(1, Math.floor(most * LARGEST_SHARE));
  const calls = Math.min(Math.max(1, want), largest, inDay.room, inMinute.room);
  if (calls < 1) return { ledger, lease: { waitMs: Math.max(inDay.waitMs, inMinute.waitMs) } };
  const lease = { calls, slot, lastsMs: (slot + 1) * SLOT_MS - now };
  return { ledger: taken(ledger, slot, calls, priority), lease };
}

/** Calls that may be made now, and in all: of the last minute, and of a day where it is limited. */
export function roomIn(before: Ledger, limits: BudgetLimits, now: number) {
  const ledger = current(raised(before, limits, now), Math.floor(now / SLOT_MS));
  const most = Math.max(1, Math.floor(ledger.perMinute));
  const minute = { left: minuteHeadroom(ledger, most, 'operator', now).room, limit: most };
  const { perDay } = limits;
  return perDay === null
    ? { minute }
    : { minute, day: { left: Math.max(0, dayHeadroom(ledger, limits, now).room), limit: perDay } };
}

function raised(ledger: Ledger, { perMinute, adaptive }: BudgetLimits, now: number): Ledger {
  if (!adaptive) return { ...ledger, perMinute };
  const minutes = Math.max(0, Math.floor((now - ledger.raisedAt) / MINUTE));
  return {
    ...ledger,
    raisedAt: ledger.raisedAt + minutes * MINUTE,
    perMinute: Math.min(perMinute, ledger.perMinute + (minutes * perMinute) / 10),
  };
}

function current(ledger: Ledger, slot: number): Ledger {
  const hour = hourOf(slot);
  return {
    ...ledger,
    slots: ledger.slots.filter(([at]) => at > slot - SLOTS),
    hours: ledger.hours.filter(([at]) => at > hour - 24),
  };
}

function returned(ledger: Ledger, unused: readonly Unused[]): Ledger {
  return unused.reduce((to, { slot, calls, priority }) => add(to, slot, -calls, priority), ledger);
}

/** Slots that are too old to be counted stay away. */
function add(ledger: Ledger, slot: number, calls: number, priority: BudgetPriority): Ledger {
  const background = priority === 'background' ? calls : 0;
  const hour = hourOf(slot);
  return {
    ...ledger,
    slots: ledger.slots.map(([at, all, back]) =>
      at === slot ? [at, Math.max(0, all + calls), Math.max(0, back + background)] : [at, all, back],
    ),
    hours: ledger.hours.map(([at, all]) => [at, at === hour ? Math.max(0, all + calls) : all]),
  };
}

function taken(ledger: Ledger, slot: number, calls: number, priority: BudgetPriority): Ledger {
  const hour = hourOf(slot);
  const known = {
    ...ledger,
    slots: ledger.slots.some(([at]) => at === slot)
      ? ledger.slots
      : [...ledger.slots, [slot, 0, 0] as [number, number, number]],
    hours: ledger.hours.some(([at]) => at === hour)
      ? ledger.hours
      : [...ledger.hours, [hour, 0] as [number, number]],
  };
  return add(known, slot, calls, priority);
}

type Headroom = { room: number; waitMs: number };

function dayHeadroom({ hours }: Ledger, { perDay }: BudgetLimits, now: number): Headroom {
  if (perDay === null) return { room: Number.POSITIVE_INFINITY, waitMs: 0 };
  const used = hours.reduce((sum, [, calls]) => sum + calls, 0);
  const oldest = Math.min(...hours.filter(([, calls]) => calls > 0).map(([at]) => at));
  return { room: perDay - used, waitMs: used < perDay ? 0 : (oldest + 24) * HOUR - now };
}

function minuteHeadroom({ slots }: Ledger, most: number, priority: BudgetPriority, now: number): Headroom {
  const all = room(
    slots.map(([at, calls]) => [at, calls]),
    most,
    now,
  );
  if (priority === 'operator') return all;
  const share = Math.max(1, Math.floor(most * BACKGROUND_SHARE));
  const background = room(
    slots.map(([at, , calls]) => [at, calls]),
    share,
    now,
  );
  return { room: Math.min(all.room, background.room), waitMs: Math.max(all.waitMs, background.waitMs) };
}

/** `waitMs`: until so many slots have left the minute that one call fits. */
function room(slots: readonly (readonly [number, number])[], most: number, now: number): Headroom {
  let used = slots.reduce((sum, [, calls]) => sum + calls, 0);
  const free = most - used;
  if (free > 0) return { room: free, waitMs: 0 };
  for (const [at, calls] of slots.toSorted(([a], [b]) => a - b)) {
    used -= calls;
    if (used < most) return { room: 0, waitMs: (at + SLOTS) * SLOT_MS - now };
  }
  return { room: 0, waitMs: SLOT_MS };
}

const hourOf = (slot: number) => Math.floor((slot * SLOT_MS) / HOUR);
