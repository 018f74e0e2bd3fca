import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { EMPTY_RECEIVER, type OperationReceiver } from '#lib/operations/contract.ts';
import { mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import { confirmedSince, namesOf } from '#lib/operations/server/record.ts';
import { nameOlder } from '#lib/operations/server/stale-read.ts';
import {
  type Before,
  beforeOf,
  refundSince,
  showsNoMore,
  showsOthersAlone,
} from '#lib/payments/server/match-refund.ts';
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
    return isDone(outcome) && !mayBeSent(row) ? alreadyDone(port, refund.paymentId, outcome) : outcome;
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
 * Error if anything was refunded since the request: a late approval would then cover something else, and a
 * lost answer could not be told from another refund. Null: unchanged.
 */
export async function refundedSince(
  port: ProviderPort,
  id: string,
  before: Before,
): Promise<GuicheError | null> {
  try {
    const now = await partOf(port, 'refunds').state(id, SHARED_CALL);
    const { total, count, ids } = beforeOf(now);
    const same =
      total === before.total && count === before.count && ids.every((one) => before.ids.includes(one));
    if (same) return null;
    const existing = { refund: redact(now) };
    return new GuicheError('conflict', 'Something was given back of this payment since it was asked for.', {
      existing,
    });
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

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

type Refused = Extract<Outcome<RefundState>, { kind: 'refused' }>;

const isDone = (outcome: Outcome<RefundState>): outcome is Refused =>
  outcome.kind === 'refused' && outcome.sent && outcome.error.details.provider?.code === 'PZC221';

/** It was refunded elsewhere: adds the present refund state to the refusal. */
async function alreadyDone(port: ProviderPort, id: string, outcome: Refused): Promise<Refused> {
  const { status: _, ...details } = outcome.error.details;
  const state = await partOf(port, 'refunds')
    .state(id, SHARED_CALL)
    .catch(() => null);
  const existing = state === null ? undefined : { refund: redact(state) };
  return {
    ...outcome,
    error: new GuicheError('already_done', outcome.error.message, { ...details, existing }),
  };
}
