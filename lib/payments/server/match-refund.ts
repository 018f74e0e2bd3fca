import 'server-only';
import type { RefundState } from '#lib/providers/money-records.ts';
import { wentBack } from '#lib/states/money.ts';

/** A payment's refunds as seen before a new one was asked for. Cents. */
export type Before = {
  total: number | null;
  /** Absent in one that was asked for before it was kept. */
  refundable?: number | null;
  ids: string[];
  count: number;
  status: string | null;
  /** The provider does not tell what was given back: nothing can be compared with it. */
  untold?: true;
};

/** Of a payment whose refunds the provider does not tell. */
export const UNTOLD: RefundState = {
  refunded: null,
  inProgress: null,
  refundable: null,
  status: null,
  refunds: [],
  openDispute: null,
};

/** Given back or on its way; null where the provider does not say. */
const totalOf = ({ refunded, inProgress }: RefundState) =>
  refunded === null && inProgress === null ? null : (refunded ?? 0) + (inProgress ?? 0);
const idsOf = ({ refunds }: RefundState) => refunds.flatMap(({ id }) => (id === null ? [] : [id]));

export const beforeOf = (state: RefundState): Before => ({
  total: totalOf(state),
  refundable: state.refundable,
  ids: idsOf(state),
  count: state.refunds.length,
  status: state.status,
  ...(state === UNTOLD ? { untold: true } : {}),
});

/**
 * Tells if a read shows at least as much refunded as the end of an earlier refund did. A refund cancelled
 * since gives nothing back, and its status says so.
 */
export function showsAsMuch(earlier: RefundState, now: RefundState): boolean {
  const [known, ids] = [idsOf(earlier), idsOf(now)];
  if (known.length > 0 && ids.length > 0) return known.every((id) => ids.includes(id));
  const [then, total] = [totalOf(earlier), totalOf(now)];
  return then === null || total === null || total >= then || /CANCEL/i.test(now.status ?? '');
}

/**
 * Tells if a refund of this amount (null: of all that was left) came since: by a new record, else by the rise
 * of the refunded total, else by the fall of what is left. `unsure` when something changed and cannot be told to be
 * ours, and where what is under way is not told.
 */
export function refundSince(
  before: Before,
  now: RefundState,
  amount: number | null,
): 'there' | 'absent' | 'unsure' {
  if (before.untold === true)
    return totalOf(now) === 0 && now.refunds.length === 0 && tellsOpen(now) ? 'absent' : 'unsure';
  const fresh = freshOf(before, now);
  if (fresh.some((refund) => isOurs(before, refund, amount))) return 'there';
  const more = moreGiven(before, now);
  if (more !== null && more > 0 && (amount === null || more === amount)) return 'there';
  // One that was cancelled at once changes no sum, but says so.
  const same = more === 0 && fresh.length === 0 && !isNew(before, now);
  const left = rise(now.refundable, before.refundable);
  return same && (left === 0 || (left === null && tellsOpen(now))) ? 'absent' : 'unsure';
}

/** Tells if an answer shows nothing that was not there before. */
export function showsNoMore(before: Before, now: RefundState): boolean {
  const more = moreGiven(before, now);
  const shows = more !== null || now.refunds.length > 0;
  return shows && (more ?? 0) <= 0 && freshOf(before, now).length === 0 && !isNew(before, now);
}

type Record = RefundState['refunds'][number];

/** Records without ids are told apart only by there being more of them. */
function freshOf(before: Before, now: RefundState): Record[] {
  const moreOf = now.refunds.length > before.count;
  return now.refunds.filter(({ id }) => (id === null ? moreOf : !before.ids.includes(id)));
}

/** By itself: which of several without ids is new, only the rise of the total tells. */
function isOurs(before: Before, refund: Record, amount: number | null): boolean {
  const alone = before.count === 0 && wentBack(refund) === 'none';
  return (refund.id !== null || alone) && (amount === null || refund.amount === amount);
}

/** Null: one of the two is not told. */
const rise = (from: number | null | undefined, to: number | null | undefined) =>
  typeof from === 'number' && typeof to === 'number' ? to - from : null;

/** Cents given back since, or on their way; null where neither that nor what is left is told. */
const moreGiven = (before: Before, now: RefundState) =>
  rise(before.total, totalOf(now)) ?? rise(now.refundable, before.refundable);
const tellsOpen = ({ inProgress }: RefundState) => inProgress !== null;
const isNew = (before: Before, now: RefundState) => now.status !== null && now.status !== before.status;
