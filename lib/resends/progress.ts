import type { ResendCounts, ResendRequest, ResendState } from '#lib/resends/contract.ts';

/** Progress figures of a resend. Pure. Accepted never counts as delivered. */

const ACTIVE: readonly ResendState[] = ['queued', 'running', 'paused'];
export const isActive = ({ state }: { state: ResendState }): boolean => ACTIVE.includes(state);

export type Parts = {
  /** All transactions of the resend, requested or still to be requested. */
  whole: number;
  /** Requested, or sent without an answer. */
  requested: number;
  delivered: number;
  /** Accepted by the provider, without a result yet. */
  waiting: number;
  failed: number;
  toSend: number;
  /** Sent without an answer: Guichê does not know whether the provider accepted them. */
  unknown: number;
  /** Requested, but not accepted by the provider. */
  notTaken: number;
};

export function partsOf(counts: ResendCounts): Parts {
  const { requested, unknown, remaining, accepted, delivered, failed } = counts;
  return {
    whole: requested + unknown + remaining,
    requested: requested + unknown,
    delivered,
    waiting: Math.max(0, accepted - delivered - failed),
    failed,
    toSend: remaining,
    unknown,
    notTaken: Math.max(0, requested - accepted),
  };
}

export const waitsForResults = (counts: ResendCounts): boolean => partsOf(counts).waiting > 0;

/** Counts of excluded transactions by reason, without zero counts. */
export function leftOut({
  outside,
  unreachable,
  skipped,
}: Pick<ResendCounts, 'outside' | 'unreachable' | 'skipped'>) {
  const reasons = [
    { reason: 'unreachable', count: unreachable },
    { reason: 'skipped', count: skipped },
    { reason: 'outside', count: outside },
  ] as const;
  return reasons.filter(({ count }) => count > 0);
}

/** Figures of a resend's own page. Pure. */

/** Minutes that this many requests take at the given rate; at least one. */
export const minutesFor = (requests: number, perMinute: number): number =>
  Math.max(1, Math.ceil(requests / Math.max(1, perMinute)));

/** Requests still to be sent; null if the list is incomplete. */
export function requestsLeft(requests: readonly Pick<ResendRequest, 'state'>[], total: number) {
  if (requests.length < total) return null;
  return requests.filter(({ state }) => state === 'planned' || state === 'waiting').length;
}

type Wait = { seconds: number; count: number };

/** Median wait in seconds; null without deliveries. */
export function medianWait(waits: readonly Wait[]): number | null {
  const sorted = [...waits].sort((a, b) => a.seconds - b.seconds);
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  for (const { seconds, count } of sorted) {
    seen += count;
    if (seen >= half && count > 0) return seconds;
  }
  return null;
}

export type Bar = { from: number; to: number; count: number; open: boolean };

/** At most `most` bars of equal width in whole seconds. The last is open: it includes later ones. */
export function histogramOf(waits: readonly Wait[], most = 16): Bar[] {
  const last = waits.reduce((longest, { seconds }) => Math.max(longest, seconds), 0);
  if (waits.every(({ count }) => count === 0)) return [];
  const width = Math.ceil((last + 1) / most);
  const bars: Bar[] = Array.from({ length: Math.ceil((last + 1) / width) }, (_, index) => ({
    from: index * width,
    to: (index + 1) * width,
    count: 0,
    open: false,
  }));
  for (const { seconds, count } of waits) {
    const bar = bars[Math.floor(Math.max(0, seconds) / width)];
    if (bar !== undefined) bar.count += count;
  }
  const end = bars.at(-1);
  if (end !== undefined) end.open = true;
  return bars;
}
