import 'server-only';
import { wentBack } from '#lib/core/status/money.ts';
import type { RefundState } from '#lib/providers/money-records.ts';

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

/**
 * What another operation gave back of the same payment since `before` was read. `record`: the id of the provider's
 * record that it was confirmed with; null: its answer named none. Cents; null: how much is not known.
 */
export type Claim = { record: string | null; amount: number | null };

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

/** `record`: the id of the provider's record that is this refund; null where only the sums tell of it. */
type Seen = { seen: 'there'; record: string | null } | { seen: 'absent' | 'unsure' };

/**
 * Tells if a refund of this amount (null: of all that was left) came since: by a new record, else by the rise
 * of the refunded total, else by the fall of what is left. `unsure` when something changed and cannot be told to be
 * ours, and where what is under way is not told. What other operations claim is not ours.
 */
export function refundSince(
  before: Before,
  now: RefundState,
  amount: number | null,
  claims: readonly Claim[] = [],
): Seen {
  if (before.untold === true) {
    const none = totalOf(now) === 0 && now.refunds.length === 0 && tellsOpen(now);
    return { seen: none ? 'absent' : 'unsure' };
  }
  const free = freeOf(before, now, claims);
  const ours = free.findLast((refund) => isOurs(before, refund, amount));
  if (ours !== undefined) return { seen: 'there', record: ours.id };
  const taken = sumOf(claims, now);
  const more = moreGiven(before, now, taken);
  if (more !== null && more > 0 && (amount === null || more === amount))
    return { seen: 'there', record: null };
  // One that was cancelled at once changes no sum, but says so; so does one that another operation claims.
  const changed = isNew(before, now) && claims.length === 0;
  const same = more === 0 && free.length === 0 && !changed;
  const left = rise(now.refundable, before.refundable, taken);
  return { seen: same && (left === 0 || (left === null && tellsOpen(now))) ? 'absent' : 'unsure' };
}

/** Tells if an answer shows nothing that was not there before. */
export function showsNoMore(before: Before, now: RefundState): boolean {
  const more = moreGiven(before, now, 0);
  const shows = more !== null || now.refunds.length > 0;
  return shows && (more ?? 0) <= 0 && freshOf(before, now).length === 0 && !isNew(before, now);
}

/** Tells if all that an answer shows beyond `before` confirmed other operations. */
export function showsOthersAlone(before: Before, now: RefundState, claims: readonly Claim[]): boolean {
  if (claims.length === 0) return false;
  const fresh = freshOf(before, now);
  if (fresh.length > 0) return freeOf(before, now, claims).length === 0;
  const more = moreGiven(before, now, sumOf(claims, now));
  return more !== null && more <= 0;
}

type Record = RefundState['refunds'][number];

/** Records without ids are told apart only by there being more of them. */
function freshOf(before: Before, now: RefundState): Record[] {
  const moreOf = now.refunds.length > before.count;
  return now.refunds.filter(({ id }) => (id === null ? moreOf : !before.ids.includes(id)));
}

/** New records that no other operation claims, by its id, or by its amount where its answer named no record. */
function freeOf(before: Before, now: RefundState, claims: readonly Claim[]): Record[] {
  const claimed = new Set(claims.map(({ record }) => record));
  const free = freshOf(before, now).filter(({ id }) => id === null || !claimed.has(id));
  for (const claim of claims.filter(({ record }) => record === null)) {
    const at = free.findLastIndex(({ amount }) => claim.amount === null || amount === claim.amount);
    if (at >= 0) free.splice(at, 1);
  }
  return free;
}

/** Cents that other operations gave back; one whose record says that it came to nothing gave none. */
function sumOf(claims: readonly Claim[], now: RefundState): number | null {
  let sum = 0;
  for (const { record, amount } of claims) {
    const shown = now.refunds.find(({ id }) => id !== null && id === record);
    if (shown !== undefined && wentBack(shown) === 'none') continue;
    const cents = amount ?? shown?.amount ?? null;
    if (cents === null) return null;
    sum += cents;
  }
  return sum;
}

/** By itself: which of several without ids is new, only the rise of the total tells. */
function isOurs(before: Before, refund: Record, amount: number | null): boolean {
  const alone = before.count === 0 && wentBack(refund) === 'none';
  return (refund.id !== null || alone) && (amount === null || refund.amount === amount);
}

/** Beyond what others gave back (`taken`). Null: one of them is not told. */
const rise = (from: number | null | undefined, to: number | null | undefined, taken: number | null) =>
  typeof from === 'number' && typeof to === 'number' && taken !== null ? to - from - taken : null;

/** Cents given back since, or on their way; null where neither that nor what is left is told. */
const moreGiven = (before: Before, now: RefundState, taken: number | null) =>
  rise(before.total, totalOf(now), taken) ?? rise(now.refundable, before.refundable, taken);
const tellsOpen = ({ inProgress }: RefundState) => inProgress !== null;
const isNew = (before: Before, now: RefundState) => now.status !== null && now.status !== before.status;
