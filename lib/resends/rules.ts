/** How transactions are packed into requests, and what a refusal means. Pure. Times are epoch ms. */

export type Packable = { id: string; createdAt: number };
/** One request by filter. `from` and `to`: whole seconds around its transactions. */
type PackedWindow<T extends Packable> = { from: number; to: number; items: T[] };
export type PackLimits = { most: number; windowMs: number };

const SECOND = 1000;
export const DAY_MS = 24 * 3_600_000;

/** Providers may read whole seconds and exclude `to`, so the window is slightly wider than its items. */
const spanOf = (first: Packable, last: Packable) => ({
  from: Math.floor(first.createdAt / SECOND) * SECOND,
  to: Math.floor(last.createdAt / SECOND) * SECOND + SECOND,
});

/** Packs transactions (oldest first) greedily, which is optimal: at most `most` within `windowMs` each. */
export function createPacker<T extends Packable>({ most, windowMs }: PackLimits) {
  let open: T[] = [];

  function close(): PackedWindow<T> | null {
    const [first] = open;
    const last = open.at(-1);
    if (first === undefined || last === undefined) return null;
    const closed = { ...spanOf(first, last), items: open };
    open = [];
    return closed;
  }

  return {
    /** Returns the closed request if the item does not fit into it, otherwise null. */
    add(item: T): PackedWindow<T> | null {
      const { from, to } = spanOf(open[0] ?? item, item);
      const fits = open.length === 0 || (open.length < most && to - from <= windowMs);
      const closed = fits ? null : close();
      open.push(item);
      return closed;
    },
    /** Closes and returns the last window. */
    close,
  };
}

export type Pace = {
  perMinute: number;
  /** Length of the provider's minute in our ms; shorter only if a simulator's clock runs faster. */
  minuteMs: number;
};

/** When the next request may be sent (epoch ms). `taken`: end times of earlier requests, oldest first. */
export function nextRequestAt(taken: readonly number[], { perMinute, minuteMs }: Pace, now: number): number {
  const recent = taken.filter((at) => now - at < minuteMs);
  const blocking = recent[recent.length - perMinute];
  return blocking === undefined ? now : blocking + minuteMs + 20;
}

/** Wait in ms after this many unanswered requests in a row: 5 s, 15 s, a minute. */
export function waitAfterSilence(inARow: number, pauseMs: number): number {
  const shares = [1 / 12, 1 / 4, 1];
  return Math.ceil(pauseMs * (shares[Math.min(inARow, shares.length) - 1] ?? 1));
}

/** After this many limit refusals or unanswered requests in a row, only `continue` resumes. */
export const MOST_IN_A_ROW = 3;

export type Refusal = {
  /** The provider's HTTP status and code. */
  status: number | null;
  code: string | null;
  fields: readonly string[];
  retryAfterSeconds: number | null;
};

/**
 * The meaning of a proven refusal of a resend request (document 1, Callback resend). `limited`: wait and send
 * it again; `ids`, `window`, `too_old`: the provider rejects that field; `none`: nothing matches; `blocked`:
 * the account may not change anything now; `absent`: no such route; `refused`: the job cannot continue.
 */
export type Meaning =
  | { kind: 'limited'; waitSeconds: number | null; byResendLimit: boolean }
  | { kind: 'too_old' | 'window' | 'ids' | 'none' | 'no_failure' | 'blocked' | 'absent' | 'refused' };

const hasField = (fields: readonly string[], pattern: RegExp) => fields.some((field) => pattern.test(field));

/** Possible field names of the window. */
const WINDOW = {
  from: /(?:^|[./])(?:created(?:At)?From|dateFrom|startDate|from)$/i,
  to: /(?:^|[./])(?:created(?:At)?To|dateTo|endDate|to)$/i,
};

export function meaningOf(route: string, { status, code, fields, retryAfterSeconds }: Refusal): Meaning {
  if (code === 'PZG422' || status === 429)
    return {
      kind: 'limited',
      waitSeconds: retryAfterSeconds,
      // The old build answers its resend limit with a plain 429.
      byResendLimit: code === 'PZG422' || retryAfterSeconds === null,
    };
  if (status === 401 || status === 403) return { kind: 'blocked' };
  if (status === 405) return { kind: 'absent' };
  if (status === 404) return notFound(route, code);
  if (status === 400) {
    if (hasField(fields, /transactionIds?(\b|$)/i)) return { kind: 'ids' };
    if (hasField(fields, WINDOW.from)) return { kind: 'too_old' };
    if (hasField(fields, WINDOW.to)) return { kind: 'window' };
  }
  return { kind: 'refused' };
}

function notFound(route: string, code: string | null): Meaning {
  if (code === 'PZW310') return { kind: 'no_failure' };
  if (code === 'PZW300') return { kind: 'refused' };
  if (code === 'PZG404' || route === 'transaction') return { kind: 'none' };
  return { kind: 'absent' };
}
