import 'server-only';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Calls are counted by slot, and a minute by whole slots: no minute has more calls than its slots together. */
const SLOT_MS = 3_000;
const SLOTS = MINUTE / SLOT_MS + 1;
/** Share of a minute's calls that background work may use; the rest stays free for operators. */
const BACKGROUND_SHARE = 0.3;

export type CallPriority = 'operator' | 'background';
/** `adaptive`: a 429 halves the calls a minute. */
export type CallLimits = { perMinute: number; perDay: number | null; adaptive: boolean };
/** `waitMs`: ms until the next call may go. */
export type CallTaken = { ok: true } | { ok: false; waitMs: number };

/** Calls of all processes: by slot (`[slot, calls, in the background]`) and by hour. Times are ms UTC. */
export type Ledger = {
  perMinute: number;
  raisedAt: number;
  halvedAt?: number;
  slots: [number, number, number][];
  hours: [number, number][];
};

export function emptyLedger({ perMinute }: CallLimits, now: number): Ledger {
  return { perMinute, raisedAt: now, slots: [], hours: [] };
}

/** ms after a halving in which a further 429 does not count: its call was made before, in the same burst. */
const ONE_BURST_MS = 10_000;

/** Halves an adaptive rate for all processes; a tenth of the full rate comes back each minute. */
export function halved(ledger: Ledger, limits: CallLimits, now: number): Ledger {
  if (!limits.adaptive || now - (ledger.halvedAt ?? Number.NEGATIVE_INFINITY) < ONE_BURST_MS) return ledger;
  const { perMinute } = raised(ledger, limits, now);
  return { ...ledger, perMinute: Math.max(1, perMinute / 2), raisedAt: now, halvedAt: now };
}

/** `calls`: how many of the wanted ones may go. `waitMs`: until the next one may; 0 when all may go. */
export type Grant = { ledger: Ledger; calls: number; waitMs: number };

/** Takes the wanted calls, as many as minute and day still allow. */
export function grant(
  before: Ledger,
  limits: CallLimits,
  { want, priority }: { want: number; priority: CallPriority },
  now: number,
): Grant {
  const slot = Math.floor(now / SLOT_MS);
  const ledger = current(raised(before, limits, now), slot);
  const { free } = headroom(ledger, limits, priority, now);
  const calls = Math.max(0, Math.min(want, free));
  const after = calls === 0 ? ledger : taken(ledger, slot, calls, priority);
  const waitMs = calls < want ? headroom(after, limits, priority, now).waitMs : 0;
  return { ledger: after, calls, waitMs };
}

/** Calls still allowed (`left`) and allowed in all (`limit`): per minute, and per day if limited. */
export function callHeadroom(before: Ledger, limits: CallLimits, now: number) {
  const ledger = current(raised(before, limits, now), Math.floor(now / SLOT_MS));
  const limit = mostOf(ledger);
  const minute = { left: minuteHeadroom(ledger, 'operator', now).free, limit };
  const { perDay } = limits;
  return perDay === null
    ? { minute }
    : { minute, day: { left: Math.max(0, dayHeadroom(ledger, limits, now).free), limit: perDay } };
}

function raised(ledger: Ledger, { perMinute, adaptive }: CallLimits, now: number): Ledger {
  if (!adaptive) return { ...ledger, perMinute };
  const minutes = Math.max(0, Math.floor((now - ledger.raisedAt) / MINUTE));
  return {
    ...ledger,
    raisedAt: ledger.raisedAt + minutes * MINUTE,
    perMinute: Math.min(perMinute, ledger.perMinute + (minutes * perMinute) / 10),
  };
}

/** Without the slots and hours that are too old to count. */
function current(ledger: Ledger, slot: number): Ledger {
  const hour = hourOf(slot);
  return {
    ...ledger,
    slots: ledger.slots.filter(([at]) => at > slot - SLOTS),
    hours: ledger.hours.filter(([at]) => at > hour - 24),
  };
}

function taken(ledger: Ledger, slot: number, calls: number, priority: CallPriority): Ledger {
  const hour = hourOf(slot);
  const [, all = 0, background = 0] = ledger.slots.find(([at]) => at === slot) ?? [];
  const [, ofHour = 0] = ledger.hours.find(([at]) => at === hour) ?? [];
  return {
    ...ledger,
    slots: [
      ...ledger.slots.filter(([at]) => at !== slot),
      [slot, all + calls, background + (priority === 'background' ? calls : 0)],
    ],
    hours: [...ledger.hours.filter(([at]) => at !== hour), [hour, ofHour + calls]],
  };
}

type Headroom = { free: number; waitMs: number };

const smaller = (one: Headroom, other: Headroom): Headroom => ({
  free: Math.min(one.free, other.free),
  waitMs: Math.max(one.waitMs, other.waitMs),
});

const headroom = (ledger: Ledger, limits: CallLimits, priority: CallPriority, now: number): Headroom =>
  smaller(dayHeadroom(ledger, limits, now), minuteHeadroom(ledger, priority, now));

function dayHeadroom({ hours }: Ledger, { perDay }: CallLimits, now: number): Headroom {
  if (perDay === null) return { free: Number.POSITIVE_INFINITY, waitMs: 0 };
  const used = hours.reduce((sum, [, calls]) => sum + calls, 0);
  const oldest = Math.min(...hours.map(([at]) => at));
  return { free: perDay - used, waitMs: used < perDay ? 0 : (oldest + 24) * HOUR - now };
}

/** Whole calls a minute; at least one, so that a halved rate never ends. */
const mostOf = ({ perMinute }: Ledger) => Math.max(1, Math.floor(perMinute));

function minuteHeadroom(ledger: Ledger, priority: CallPriority, now: number): Headroom {
  const most = mostOf(ledger);
  const ofAll = ledger.slots.map(([at, calls]) => ({ at, calls }));
  const all = slotHeadroom(ofAll, most, now);
  if (priority === 'operator') return all;
  const share = Math.max(1, Math.floor(most * BACKGROUND_SHARE));
  const ofBackground = ledger.slots.map(([at, , calls]) => ({ at, calls }));
  return smaller(all, slotHeadroom(ofBackground, share, now));
}

/** `waitMs`: until enough slots have left the minute for one call. */
function slotHeadroom(slots: readonly { at: number; calls: number }[], most: number, now: number): Headroom {
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
