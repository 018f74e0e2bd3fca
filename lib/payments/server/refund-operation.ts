import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { refundOutcome } from '#lib/core/status/money.ts';
import { lockNamed } from '#lib/data/client.ts';
import { EMPTY_RECEIVER, type OperationReceiver } from '#lib/operations/contract.ts';
import { mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import { asAlreadyDone, errorOf, isRefusedAs } from '#lib/operations/server/reconcile.ts';
import { confirmedSince, nameOlder, namesOf } from '#lib/operations/server/thing.ts';
import { RefundState } from '#lib/providers/money-records.ts';
import type { Call, NewRefund, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';

/** `before`: the refunds read just before the request, to compare later reads with. */
export type RefundRequest = {
  refund: NewRefund;
  before: Before;
  typed: boolean;
  idempotencyKey: string;
};
/** `record`: id of the provider's record this operation was confirmed with. Null: none. */
type Refunded = RefundState & { record?: string | null };

/**
 * Refunds a received payment in full or in part, one refund at a time. The answer means that the provider
 * accepted it; the payment shows the outcome. Not repeatable by hand: a failed one is requested anew.
 */
export const REFUND: OperationKind<RefundRequest, Refunded> = {
  name: 'refund.create',
  permission: 'refund',
  stepUp: true,
  approvable: true,
  afterCrash: 'never_sent',
  repeatable: false,
  touches: ['payments', 'transactions', 'overview', 'disputes'],
  makes: 'refund',
  async send({ row, request, port, change }) {
    const { refund, idempotencyKey } = request;
    const compares = row.decidedAt !== null && request.before.untold !== true;
    const moved = compares ? await refundedSince(port, refund.paymentId, request.before) : null;
    if (moved !== null) return { kind: 'refused', sent: false, error: moved };
    const outcome = await partOf(port, 'refunds').create(refund, { ...change, idempotencyKey });
    if (outcome.kind === 'done') return replayed(request, outcome);
    if (!isRefusedAs(outcome, 'PZC221') || mayBeSent(row)) return outcome;
    // It was refunded elsewhere: the refusal shows the present state.
    const now = await partOf(port, 'refunds')
      .state(refund.paymentId, SHARED_CALL)
      .catch(() => null);
    return asAlreadyDone(outcome, now === null ? undefined : { refund: redact(now) });
  },
  async lookUp({ row, request: { refund, before }, port, call }) {
    const { state } = partOf(port, 'refunds');
    const now = await state(refund.paymentId, call);
    const { accountId, createdAt } = row;
    await nameOlder(
      { accountId, kind: row.kind },
      async (id) => (await state(id, call)).names ?? [],
      createdAt,
    );
    const claims = await confirmedSince(row, namesOf(row, now.names), before.ids);
    const end = refundSince(before, now, refund.amount ?? null, claims);
    if (end.seen === 'there') return { found: 'there', value: now };
    return end.seen === 'unsure' ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
  },
  /** One record confirms one operation. Totals are compared without what other operations refunded. */
  async claim(tx, { row, request: { refund, before }, value, answered }) {
    await lockNamed(tx, `refunds ${row.accountId}`);
    const claims = await confirmedSince(row, namesOf(row, value.names), before.ids, tx);
    const end = refundSince(before, value, refund.amount ?? null, claims);
    if (end.seen === 'there') return { ...value, record: end.record };
    // A success answer without a clear record still means that the refund was accepted.
    return answered && !showsOthersAlone(before, value, claims) ? value : null;
  },
  receiver: ({ request, port, call }) => payerOf(port, request.refund.paymentId, call),
  // Free texts are not stored.
  show: ({ record, ...state }) => ({ refund: redact(state), ...(record == null ? {} : { id: record }) }),
};

/** The payer of the refunded payment, who receives the refund. */
async function payerOf(port: ProviderPort, id: string, call: Call): Promise<OperationReceiver> {
  const paid = port.transactions
    ? (await port.transactions.get(id, call)).transaction
    : await partOf(port, 'charges').find({ id }, call);
  if (paid === null) return EMPTY_RECEIVER;
  const { name, document, institutionName, institutionIspb, accountNumber } = paid.payer;
  const shown = { name: name ?? paid.generatedName, document: document ?? paid.generatedDocument };
  const where = { institution: institutionName, ispb: institutionIspb, account: accountNumber };
  return { ...EMPTY_RECEIVER, ...shown, ...where };
}

/**
 * Error if anything was refunded since the request: a late approval would cover more, and a lost answer could
 * not be distinguished from another refund. Null: unchanged.
 */
export const refundedSince = (port: ProviderPort, id: string, before: Before) =>
  errorOf(async () => {
    const now = await partOf(port, 'refunds').state(id, SHARED_CALL);
    const { total, count, ids } = beforeOf(now);
    if (total === before.total && count === before.count && ids.every((one) => before.ids.includes(one)))
      return null;
    return new GuicheError('conflict', 'Something was given back of this payment since it was asked for.', {
      existing: { refund: redact(now) },
    });
  });

const redact = (state: RefundState): RefundState => ({
  ...state,
  refunds: masked(RefundState, state, { names: false }).refunds.map((refund) => ({
    ...refund,
    description: null,
  })),
});

/** A service may answer a repeated reference with the first refund. Then nothing more was refunded. */
function replayed(
  { typed, before }: RefundRequest,
  outcome: Extract<Outcome<RefundState>, { kind: 'done' }>,
): Outcome<RefundState> {
  if (!showsNoMore(before, outcome.value)) return outcome;
  // A generated reference has no earlier refund, so a later read of the payment must show the outcome.
  if (!typed) {
    const error = new GuicheError('provider_unavailable', 'The provider’s answer shows no refund.');
    return { kind: 'unknown', error };
  }
  const existing = { refund: redact(outcome.value) };
  const error = new GuicheError('conflict', 'Its reference names an earlier refund.', { existing });
  return { kind: 'refused', sent: true, error };
}

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
 * What another operation refunded of the payment since `before`. `record`: the provider's record it was
 * confirmed with; null: none. `amount`: cents; null: unknown.
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

/** A read shows at least what an earlier refund's end did. A cancelled one's status reports it. */
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
function showsNoMore(before: Before, now: RefundState): boolean {
  const more = newlyRefunded(before, now, 0);
  const shows = more !== null || now.refunds.length > 0;
  return shows && (more ?? 0) <= 0 && newRecords(before, now).length === 0 && !isNew(before, now);
}

/** Whether everything an answer shows beyond `before` belongs to other operations. */
function showsOthersAlone(before: Before, now: RefundState, claims: readonly Claim[]): boolean {
  if (claims.length === 0) return false;
  const fresh = newRecords(before, now);
  if (fresh.length > 0) return unclaimedRecords(before, now, claims).length === 0;
  const more = newlyRefunded(before, now, sumOf(claims, now));
  return more !== null && more <= 0;
}

type RefundRecord = RefundState['refunds'][number];

/** New records. Records without ids count as new only if their number grew. */
function newRecords(before: Before, now: RefundState): RefundRecord[] {
  const moreOf = now.refunds.length > before.count;
  return now.refunds.filter(({ id }) => (id === null ? moreOf : !before.ids.includes(id)));
}

/** New records that no other operation claims: by id, or by amount for a claim without a record. */
function unclaimedRecords(before: Before, now: RefundState, claims: readonly Claim[]): RefundRecord[] {
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
function isOurs(before: Before, refund: RefundRecord, amount: number | null): boolean {
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
