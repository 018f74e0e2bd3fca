import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { NOBODY, type OperationReceiver } from '#lib/operations/contract.ts';
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

/** `before`: read just before it was asked for; what comes after is compared with it. */
export type RefundRequest = {
  refund: NewRefund;
  before: Before;
  typed: boolean;
  idempotencyKey: string;
};
/** `record`: the id of the provider's record that this operation was confirmed with; null: none is named. */
type Refunded = RefundState & { record?: string | null };

/**
 * Gives a received payment back, in whole or in part; one at a time for a payment. Its answer says that the provider
 * took it; what became of it the payment tells. Never sent again by hand: one that did not arrive is asked for anew.
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
  /** One record of the provider confirms one operation; sums count without what the others gave back. */
  async claim(tx, { row, request: { refund, before }, value, answered }) {
    await lockNamed(tx, `refunds ${row.accountId}`);
    const claims = await confirmedSince(row, namesOf(row, value.names), before.ids, tx);
    const end = refundSince(before, value, refund.amount ?? null, claims);
    if (end.seen === 'there') return { ...value, record: end.record };
    // What a good answer leaves open it still says: that the refund was taken.
    return answered && !showsOthersAlone(before, value, claims) ? value : null;
  },
  receiver: ({ request, port, call }) => payerOf(port, request.refund.paymentId, call),
  // Texts that people wrote stay with the provider.
  show: ({ record, ...state }) => ({ refund: redact(state), ...(record == null ? {} : { id: record }) }),
};

/** The payer of the payment refunded: the refund's receiver. */
async function payerOf(port: ProviderPort, id: string, call: Call): Promise<OperationReceiver> {
  const paid = port.transactions
    ? (await port.transactions.get(id, call)).transaction
    : await partOf(port, 'charges').find({ id }, call);
  if (paid === null) return NOBODY;
  const { name, document, institutionName, institutionIspb, accountNumber } = paid.payer;
  const shown = { name: name ?? paid.generatedName, document: document ?? paid.generatedDocument };
  const where = { institution: institutionName, ispb: institutionIspb, account: accountNumber };
  return { ...NOBODY, ...shown, ...where };
}

/**
 * Approved hours after it was asked for, it goes only if nothing was given back since: else the second person agreed
 * to something else, and nobody could tell a lost answer from somebody else's refund.
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

/** A service may answer a repeated reference with the first refund: nothing more was given back then. */
function replayed(
  { typed, before }: RefundRequest,
  outcome: Extract<Outcome<RefundState>, { kind: 'done' }>,
): Outcome<RefundState> {
  if (!showsNoMore(before, outcome.value)) return outcome;
  // A reference made here names no earlier refund: whether this one was taken, the payment tells later.
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

/** Somebody gave it back elsewhere: the refusal says what stands there. */
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
