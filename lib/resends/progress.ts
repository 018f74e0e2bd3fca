import type { ResendCounts, ResendState } from '#lib/resends/contract.ts';

/** Pure figures of a resend for the screen. Accepted is never counted as delivered. */

const ACTIVE: readonly ResendState[] = ['queued', 'running', 'paused'];
export const isActive = ({ state }: { state: ResendState }): boolean => ACTIVE.includes(state);

export type Parts = {
  /** All that the job asks for, asked or not. */
  whole: number;
  /** Requested, or sent without an answer. */
  asked: number;
  delivered: number;
  /** Accepted by the provider, no result seen yet. */
  waiting: number;
  failed: number;
  toSend: number;
  /** Sent, and no answer came: whether the provider took them is not known. */
  unknown: number;
  /** Asked for, and the provider took no such one. */
  notTaken: number;
};

export function partsOf(counts: ResendCounts): Parts {
  const { requested, unknown, remaining, accepted, delivered, failed } = counts;
  return {
    whole: requested + unknown + remaining,
    asked: requested + unknown,
    delivered,
    waiting: Math.max(0, accepted - delivered - failed),
    failed,
    toSend: remaining,
    unknown,
    notTaken: Math.max(0, requested - accepted),
  };
}

export const waitsForResults = (counts: ResendCounts): boolean => partsOf(counts).waiting > 0;

/** Counts of transactions left out, by reason; only reasons that hold. */
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
