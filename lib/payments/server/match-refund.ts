import 'server-only';
import type { RefundState } from '#lib/providers/money-records.ts';

/** A payment's refunds as seen before a new one was asked for. Cents. */
export type Before = {
  total: number | null;
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
 * of the refunded total. `unsure` when the total rose and the rise cannot be told to be ours.
 */
export function refundSince(
  before: Before,
  now: RefundState,
  amount: number | null,
): 'there' | 'absent' | 'unsure' {
  if (before.untold === true) return totalOf(now) === 0 && now.refunds.length === 0 ? 'absent' : 'unsure';
  // Records without ids are told apart only by there being more of them.
  const moreOf = now.refunds.length > before.count;
  const fresh = now.refunds.filter(({ id }) => (id === null ? moreOf : !before.ids.includes(id)));
  if (fresh.some((refund) => refund.amount === null || amount === null || refund.amount === amount))
    return 'there';
  const total = totalOf(now);
  if (before.total === null || total === null)
    return fresh.length > 0 || isNew(before, now) ? 'unsure' : told(now);
  const more = total - before.total;
  if (more > 0) return amount === null || more === amount ? 'there' : 'unsure';
  // One that was cancelled at once changes no sum, but says so.
  return fresh.length > 0 || isNew(before, now) ? 'unsure' : 'absent';
}

const isNew = (before: Before, now: RefundState) => now.status !== null && now.status !== before.status;

/** A provider that tells nothing at all of refunds does not say that there is none. */
const told = (now: RefundState) => (totalOf(now) === null && now.refundable === null ? 'unsure' : 'absent');
