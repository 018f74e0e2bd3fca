import 'server-only';
import { and, asc, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { refuseTaken } from '#lib/operations/server/duplicates.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import {
  afterRead,
  beforeRead,
  nameOlder,
  ofThing,
  refuseLagging,
  unchangedSince,
} from '#lib/operations/server/thing.ts';
import { PaymentRefunds, type RefundLine } from '#lib/payments/contract.ts';
import { maskedMessage, newIdempotencyKey, referenceFor } from '#lib/payments/server/begin-payment.ts';
import { idsOf, localPayment } from '#lib/payments/server/list-payments.ts';
import { beforeOf, REFUND, showsAtLeast, UNREPORTED } from '#lib/payments/server/refund-operation.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { RefundState } from '#lib/providers/money-records.ts';
import type { Refund } from '#lib/providers/records.ts';

type Own = { row: OperationRow; by: string };

/** Matches records and operations: by the record it was confirmed with, else by amount. Newest first. */
export function merged(records: readonly Refund[], own: readonly Own[]): RefundLine[] {
  const unmatched = new Set(own.filter(({ row }) => row.state === 'confirmed'));
  const byRecord = new Map<Refund, Own>();
  const match = (fits: (recorded: string | null, record: Refund) => boolean) => {
    // Oldest first, like the operations: among equal ones the first created is the first recorded.
    for (const record of records.toReversed().filter((one) => !byRecord.has(one))) {
      const found = [...unmatched].find(
        ({ row }) => fits(recordOf(row), record) && (record.amount === null || row.amount === record.amount),
      );
      if (found === undefined) continue;
      unmatched.delete(found);
      byRecord.set(record, found);
    }
  };
  match((recorded, { id }) => id !== null && recorded === id);
  match((recorded, { amount }) => recorded === null && amount !== null);
  const matched = new Set(byRecord.values());
  const unrecorded = own.filter((one) => !matched.has(one)).map(lineOf);
  const lines = records.map((record): RefundLine => {
    const one = byRecord.get(record);
    return {
      ...record,
      description: record.description ?? (one === undefined ? null : reasonOf(one.row)),
      recorded: true,
      operation: one === undefined ? null : shown(one),
    };
  });
  return [...unrecorded.reverse(), ...lines];
}

const recordOf = ({ result }: OperationRow): string | null => (result as { id?: string } | null)?.id ?? null;

const reasonOf = ({ intent }: OperationRow): string | null =>
  (intent as { description?: string | null }).description ?? null;

const shown = ({ row, by }: Own) => ({ id: row.id, state: row.state, by });

const lineOf = (one: Own): RefundLine => ({
  id: null,
  amount: one.row.amount,
  status: null,
  reason: null,
  description: reasonOf(one.row),
  endToEndId: null,
  refundedAt: null,
  createdAt: one.row.createdAt.toISOString(),
  recorded: false,
  operation: shown(one),
});

/**
 * How much of a payment was refunded and remains, each refund once: the provider's records, and those requested
 * in Guichê under any of its ids. A service may merge several into one record: then the others get own lines.
 */
export async function getRefundState({ ctx, id }: { ctx: Ctx; id: string }): Promise<PaymentRefunds> {
  const state = await refundStateOf(ctx, id);
  const names = [...(state.names ?? []), id];
  const ours = ofThing({ accountId: ctx.account.id, kind: REFUND.name, names });
  const rows = await db()
    .select()
    .from(operations)
    .where(and(ours, inArray(operations.state, ALIVE_STATES)))
    .orderBy(asc(operations.createdAt), asc(operations.id));
  const people = await operatorNames(rows.map(({ operatorId }) => operatorId));
  const own = rows.map((row) => ({ row, by: people.get(row.operatorId) ?? '' }));
  return serializeFor(ctx, PaymentRefunds, { ...state, refunds: merged(state.refunds, own) });
}

/** The route that reads refunds is not documented. If it is not answered, the state is unknown. */
const refundStateOf = async (ctx: Ctx, id: string): Promise<RefundState> =>
  (await ifAnswered(ctx.part('refunds').state(id, ctx.call))) ?? UNREPORTED;

type Names = { paymentId: string; names: readonly string[] };

/**
 * The payment's provider ids. A payment may have several (document 2), and refunds are tracked per payment,
 * not per id in an address. If the read fails, the stored creation answer or the given id is used.
 */
async function namesOf(ctx: Ctx, id: string, state: RefundState): Promise<Names> {
  const names = state.names ?? [];
  // A payment known only by its end-to-end id is refunded by the id its read returned.
  if (names.length > 0) return { paymentId: state.paymentId ?? id, names };
  const created = state === UNREPORTED ? await localPayment(ctx.account.id, id) : null;
  return created === null ? { paymentId: id, names: [id] } : { paymentId: created.id, names: idsOf(created) };
}

/**
 * Refunds a payment (documents 1 and 2), at most once: all that remains, or a part. Errors: `above_left` at
 * the amount, `already_done` when nothing remains, `conflict` while another refund is open or changed since
 * the read, `taken` for a used reference.
 */
export async function createRefund({ ctx, id, body }: Args<'POST /transactions/{id}/refunds'>) {
  ctx.part('refunds');
  const of = { accountId: ctx.account.id, kind: REFUND.name };
  const begun = await beforeRead(of, id);
  const state = await refundStateOf(ctx, id);
  const { paymentId, names } = await namesOf(ctx, id, state);
  const all = [...new Set([...names, id])];
  await nameOlder(of, async (older) => (await namesOf(ctx, older, await refundStateOf(ctx, older))).names);
  const before = await afterRead({ ...of, names: all }, begun);
  refuseLagging<{ refund?: RefundState }>(before, ({ refund }) => !refund || showsAtLeast(refund, state));
  requireRefundable(state, body.amount);
  // The remaining amount is sent explicitly, so that a refund made elsewhere meanwhile is not added to.
  const amount = body.amount ?? state.refundable ?? undefined;
  const { clientReference, typed } = referenceFor(body.clientReference);
  return performAndAnswer(
    ctx,
    REFUND,
    {
      target: names[0] ?? paymentId,
      names: all,
      request: {
        refund: { paymentId, amount, description: body.description, clientReference },
        before: beforeOf(state),
        typed,
        idempotencyKey: newIdempotencyKey(),
      },
      intent: {
        transactionId: paymentId,
        whole: body.amount === undefined,
        description: maskedMessage(body.description) ?? null,
      },
      clientReference,
      ...(amount === undefined ? {} : { amount }),
      async within(tx, operation) {
        await unchangedSince(before)(tx, operation);
        await refuseTaken(tx, { id: operation, accountId: ctx.account.id, clientReference });
      },
    },
    { status: 201 },
  );
}

function requireRefundable(state: RefundState, amount: number | undefined): void {
  const { refundable, refunded, inProgress } = state;
  const existing = { refund: masked(RefundState, state, { names: false }) };
  const refundedTotal = (refunded ?? 0) + (inProgress ?? 0);
  if (refundable === 0 && refundedTotal > 0)
    throw new GuicheError('already_done', 'Nothing is left of this payment to give back.', { existing });
  if (refundable !== null && amount !== undefined && amount > refundable)
    throw new GuicheError('invalid_request', 'More than what is left of this payment.', {
      existing,
      fields: [{ field: 'amount', message: 'above_left' }],
    });
}
