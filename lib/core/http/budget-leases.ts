import 'server-only';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A lease is valid only within its slot, so that a minute contains calls of at most SLOTS slots. */
const SLOT_MS = 3_000;
const SLOTS = MINUTE / SLOT_MS + 1;
/** Share of a minute's calls that background work may use; the rest stays free for operators. */
const BACKGROUND_SHARE = 0.3;
/** Largest share of a minute's calls that one lease takes. */
const LARGEST_SHARE = 0.1;

export type BudgetPriority = 'operator' | 'background';
export type BudgetLimits = { perMinute: number; perDay: number | null; adaptive: boolean };

/** Calls of all processes: by slot (`[slot, calls, in the background]`) and by hour. Times are ms UTC. */
export type Ledger = {
  perMinute: number;
  raisedAt: number;
  halvedAt?: number;
  slots: [number, number, number][];
  hours: [number, number][];
};
/** Calls that were leased but not made; returned with the next lease. */
export type Unused = { slot: number; calls: number; priority: BudgetPriority };
export type LeaseRequest = { want: number; priority: BudgetPriority; unused: readonly Unused[] };
/** `lastsMs`: how long the calls may be made. `waitMs`: how long until the next lease is possible. */
export type Lease = { calls: number; slot: number; lastsMs: number } | { waitMs: number };

/** The source of a budget's leases, shared by all its callers. */
export type Leases = {
  lease(request: LeaseRequest): Promise<Lease>;
  exceeded(): Promise<void>;
};

export function emptyLedger({ perMinute }: BudgetLimits, now: number): Ledger {
  return { perMinute, raisedAt: now, slots: [], hours: [] };
}

/** Leases for this process alone. */
export function memoryLeases(limits: BudgetLimits, now: () => number): Leases {
  let ledger = emptyLedger(limits, now());
  return {
    async lease(request) {
      const leased = grant(ledger, limits, request, now());
      ledger = leased.ledger;
      return leased.lease;
    },
    async exceeded() {
      ledger = halved(ledger, limits, now());
    },
  };
}

/** ms after a halving in which a further 429 does not count: its call was made before, in the same burst. */
const ONE_BURST_MS = 10_000;

/** Halves an adaptive rate for all processes; a tenth of the full rate comes back each minute. */
export function halved(ledger: Ledger, limits: BudgetLimits, now: number): Ledger {
  if (!limits.adaptive || now - (ledger.halvedAt ?? Number.NEGATIVE_INFINITY) < ONE_BURST_MS) return ledger;
  const { perMinute } = raised(ledger, limits, now);
  return { ...ledger, perMinute: Math.max(1, perMinute / 2), raisedAt: now, halvedAt: now };
}

/** Leases the wanted calls: at most a tenth of the minute's, and what the minute and the day still allow. */
export function grant(
  before: Ledger,
  limits: BudgetLimits,
  { want, priority, unused }: LeaseRequest,
  now: number,
): { ledger: Ledger; lease: Lease } {
  const slot = Math.floor(now / SLOT_MS);
  const ledger = returned(current(raised(before, limits, now), slot), unused);
  const most = Math.max(1, Math.floor(ledger.perMinute));
  const inDay = dayHeadroom(ledger, limits, now);
  const inMinute = minuteHeadroom(ledger, most, priority, now);
  const largest = Math.max(1, Math.floor(most * LARGEST_SHARE));
  const calls = Math.min(Math.max(1, want), largest, inDay.free, inMinute.free);
  if (calls < 1) return { ledger, lease: { waitMs: Math.max(inDay.waitMs, inMinute.waitMs) } };
  const lease = { calls, slot, lastsMs: (slot + 1) * SLOT_MS - now };
  return { ledger: taken(ledger, slot, calls, priority), lease };
}

/** Calls still allowed (`left`) and allowed in all (`limit`): per minute, and per day if limited. */
export function budgetHeadroom(before: Ledger, limits: BudgetLimits, now: number) {
  const ledger = current(raised(before, limits, now), Math.floor(now / SLOT_MS));
  const most = Math.max(1, Math.floor(ledger.perMinute));
  const minute = { left: minuteHeadroom(ledger, most, 'operator', now).free, limit: most };
  const { perDay } = limits;
  return perDay === null
    ? { minute }
    : { minute, day: { left: Math.max(0, dayHeadroom(ledger, limits, now).free), limit: perDay } };
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

const returned = (ledger: Ledger, unused: readonly Unused[]): Ledger =>
  unused.reduce((to, { slot, calls, priority }) => add(to, slot, -calls, priority), ledger);

/** Ignores slots that are too old to count. */
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

type Headroom = { free: number; waitMs: number };

function dayHeadroom({ hours }: Ledger, { perDay }: BudgetLimits, now: number): Headroom {
  if (perDay === null) return { free: Number.POSITIVE_INFINITY, waitMs: 0 };
  const used = hours.reduce((sum, [, calls]) => sum + calls, 0);
  const oldest = Math.min(...hours.filter(([, calls]) => calls > 0).map(([at]) => at));
  return { free: perDay - used, waitMs: used < perDay ? 0 : (oldest + 24) * HOUR - now };
}

function minuteHeadroom({ slots }: Ledger, most: number, priority: BudgetPriority, now: number): Headroom {
  const ofAll = slots.map(([at, calls]) => ({ at, calls }));
  const all = headroomOf(ofAll, most, now);
  if (priority === 'operator') return all;
  const share = Math.max(1, Math.floor(most * BACKGROUND_SHARE));
  const ofBackground = slots.map(([at, , calls]) => ({ at, calls }));
  const background = headroomOf(ofBackground, share, now);
  return { free: Math.min(all.free, background.free), waitMs: Math.max(all.waitMs, background.waitMs) };
}

/** `waitMs`: until enough slots have left the minute for one call. */
function headroomOf(slots: readonly { at: number; calls: number }[], most: number, now: number): Headroom {
  let used = slots.reduce((sum, { calls }) => sum + calls, 0);
  const free = most - used;
  if (free > 0) return { free, waitMs: 0 };
  for (const { at, calls } of slots.toSorted((a, b) => a.at - b.at)) {
    used -= calls;
    if (used < most) return { free: 0, waitMs: (at + SLOTS) * SLOT_MS - now };
  }
  return { free: 0, waitMs: SLOT_MS };
}

const hourOf = (slot: number) => Math.floor((slot * SLOT_MS) / HOUR);
