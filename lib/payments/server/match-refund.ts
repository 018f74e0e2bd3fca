import 'server-only';
import { refundOutcome } from '#lib/core/status/money.ts';
import type { RefundState } from '#lib/providers/money-records.ts';

/** A payment's refunds as read before a new one was requested. Cents. */
export type Before = {
  total: number | null;
  /** Absent in requests stored before this field existed. */
  refundable?: number | null;
  ids: string[];
  count: number;
  status: string | null;
  /** The provider does not report refunds, so nothing can be compared. */
  untold?: true;
};

/**
 * What another operation refunded of the same payment since `before` was read. `record`: the provider's
 * record it was confirmed with; null: none. `amount` in cents; null: unknown.
 */
export type Claim = { record: string | null; amount: number | null };

/** State of a payment whose refunds the provider does not report. */
export const UNREPORTED: RefundState = {
  refunded: null,
  inProgress: null,
  refundable: null,
  status: null,
  refunds: [],
  openDispute: null,
};

/** Cents refunded or in progress. Null: not reported. */
const totalOf = ({ refunded, inProgress }: RefundState) =>
  refunded === null && inProgress === null ? null : (refunded ?? 0) + (inProgress ?? 0);
const idsOf = ({ refunds }: RefundState) => refunds.flatMap(({ id }) => (id === null ? [] : [id]));

export const beforeOf = (state: RefundState): Before => ({
  total: totalOf(state),
  refundable: state.refundable,
  ids: idsOf(state),
  count: state.refunds.length,
  status: state.status,
  ...(state === UNREPORTED ? { untold: true } : {}),
});

/**
 * Whether a read shows at least as much refunded as the end of an earlier refund did. A cancelled refund
 * counts as shown, because its status reports it.
 */
export function showsAtLeast(earlier: RefundState, now: RefundState): boolean {
  const [known, ids] = [idsOf(earlier), idsOf(now)];
  if (known.length > 0 && ids.length > 0) return known.every((id) => ids.includes(id));
  const [then, total] = [totalOf(earlier), totalOf(now)];
  return then === null || total === null || total >= then || /CANCEL/i.test(now.status ?? '');
}

/** `record`: id of the provider's record of this refund. Null: only the totals show it. */
type Seen = { seen: 'there'; record: string | null } | { seen: 'absent' | 'unsure' };

/**
 * Whether a refund of this amount (null: all that remained) happened since: by a new record, else by the
 * refunded total, else by the remaining amount. `unsure`: something else changed, or refunds in progress are
 * not reported.
 */
export function refundSince(
  before: Before,
  now: RefundState,
  amount: number | null,
  claims: readonly Claim[] = [],
): Seen {
  if (before.untold === true) {
    const none = totalOf(now) === 0 && now.refunds.length === 0 && reportsInProgress(now);
    return { seen: none ? 'absent' : 'unsure' };
  }
  const free = unclaimedRecords(before, now, claims);
  const ours = free.findLast((refund) => isOurs(before, refund, amount));
  if (ours !== undefined) return { seen: 'there', record: ours.id };
  const taken = sumOf(claims, now);
  const more = newlyRefunded(before, now, taken);
  if (more !== null && more > 0 && (amount === null || more === amount))
    return { seen: 'there', record: null };
  // A refund cancelled at once changes only the status, and so does one claimed by another operation.
  const changed = isNew(before, now) && claims.length === 0;
  const same = more === 0 && free.length === 0 && !changed;
  const left = increase(now.refundable, before.refundable, taken);
  return { seen: same && (left === 0 || (left === null && reportsInProgress(now))) ? 'absent' : 'unsure' };
}

/** Whether an answer shows no refund beyond `before`. */
export function showsNoMore(before: Before, now: RefundState): boolean {
  const more = newlyRefunded(before, now, 0);
  const shows = more !== null || now.refunds.length > 0;
  return shows && (more ?? 0) <= 0 && newRecords(before, now).length === 0 && !isNew(before, now);
}

/** Whether everything an answer shows beyond `before` belongs to other operations. */
export function showsOthersAlone(before: Before, now: RefundState, claims: readonly Claim[]): boolean {
  if (claims.length === 0) return false;
  const fresh = newRecords(before, now);
  if (fresh.length > 0) return unclaimedRecords(before, now, claims).length === 0;
  const more = newlyRefunded(before, now, sumOf(claims, now));
  return more !== null && more <= 0;
}

type Record = RefundState['refunds'][number];

/** New records. Records without ids count as new only if their number grew. */
function newRecords(before: Before, now: RefundState): Record[] {
  const moreOf = now.refunds.length > before.count;
  return now.refunds.filter(({ id }) => (id === null ? moreOf : !before.ids.includes(id)));
}

/** New records that no other operation claims: by id, or by amount for a claim without a record. */
function unclaimedRecords(before: Before, now: RefundState, claims: readonly Claim[]): Record[] {
  const claimed = new Set(claims.map(({ record }) => record));
  const free = newRecords(before, now).filter(({ id }) => id === null || !claimed.has(id));
  for (const claim of claims.filter(({ record }) => record === null)) {
    const at = free.findLastIndex(({ amount }) => claim.amount === null || amount === claim.amount);
    if (at >= 0) free.splice(at, 1);
  }
  return free;
}

/** Cents refunded by other operations. One whose record came to nothing counts as none. Null: unknown. */
function sumOf(claims: readonly Claim[], now: RefundState): number | null {
  let sum = 0;
  for (const { record, amount } of claims) {
    const shown = now.refunds.find(({ id }) => id !== null && id === record);
    if (shown !== undefined && refundOutcome(shown) === 'none') continue;
    const cents = amount ?? shown?.amount ?? null;
    if (cents === null) return null;
    sum += cents;
  }
  return sum;
}

/** Whether this record alone proves our refund. Of several without ids only the total shows which is new. */
function isOurs(before: Before, refund: Record, amount: number | null): boolean {
  const alone = before.count === 0 && refundOutcome(refund) === 'none';
  return (refund.id !== null || alone) && (amount === null || refund.amount === amount);
}

/** Increase beyond what other operations refunded (`taken`). Null: a value is unknown. */
const increase = (from: number | null | undefined, to: number | null | undefined, taken: number | null) =>
  typeof from === 'number' && typeof to === 'number' && taken !== null ? to - from - taken : null;

/** Cents refunded or in progress since. Null: neither the total nor the remaining amount is reported. */
const newlyRefunded = (before: Before, now: RefundState, taken: number | null) =>
  increase(before.total, totalOf(now), taken) ?? increase(now.refundable, before.refundable, taken);
const reportsInProgress = ({ inProgress }: RefundState) => inProgress !== null;
const isNew = (before: Before, now: RefundState) => now.status !== null && now.status !== before.status;
