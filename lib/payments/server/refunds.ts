import 'server-only';
import { and, asc, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { refuseTaken } from '#lib/operations/server/approval.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import {
  beforeRead,
  nameOlder,
  refuseLagging,
  stood,
  unchangedSince,
} from '#lib/operations/server/stale-read.ts';
import { ofThing } from '#lib/operations/server/thing.ts';
import { PaymentRefunds, type RefundLine } from '#lib/payments/contract.ts';
import { newIdempotencyKey, referenceFor, words } from '#lib/payments/server/begin-payment.ts';
import { idsOf, localPayment } from '#lib/payments/server/created-in-guiche.ts';
import { beforeOf, showsAsMuch, UNTOLD } from '#lib/payments/server/match-refund.ts';
import { REFUND } from '#lib/payments/server/refund-operation.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { RefundState } from '#lib/providers/money-records.ts';
import type { Refund } from '#lib/providers/records.ts';

type Own = { row: OperationRow; by: string };

/**
 * The refunds of a payment: the provider's records and what was asked for here, each once. A service may fold several
 * refunds into one record and forget their reasons: those of Guichê that no record is alone stand beside it.
 */
async function refundLines(
  accountId: string,
  names: readonly string[],
  records: readonly Refund[],
): Promise<RefundLine[]> {
  const rows = await db()
    .select()
    .from(operations)
    .where(
      and(ofThing({ accountId, kind: REFUND.name, names }), inArray(operations.state, [...ALIVE_STATES])),
    )
    .orderBy(asc(operations.createdAt), asc(operations.id));
  const people = await operatorNames(rows.map(({ operatorId }) => operatorId));
  return merged(
    records,
    rows.map((row) => ({ row, by: people.get(row.operatorId) ?? '' })),
  );
}

/** By the record that an operation was confirmed with, else by its amount; newest first. Pure. */
export function merged(records: readonly Refund[], own: readonly Own[]): RefundLine[] {
  const left = new Set(own.filter(({ row }) => row.state === 'confirmed'));
  const take = (fits: (one: Own) => boolean) => {
    const found = [...left].find(fits);
    if (found !== undefined) left.delete(found);
    return found;
  };
  const isOf = ({ row }: Own, { amount }: Refund) => amount === null || row.amount === amount;
  // Oldest first, as the operations are: of several alike the first made is the first recorded.
  const byRecord = new Map<Refund, Own>();
  const inOrder = records.toReversed();
  for (const record of inOrder) {
    const found = take((one) => record.id !== null && recordOf(one.row) === record.id && isOf(one, record));
    if (found !== undefined) byRecord.set(record, found);
  }
  for (const record of inOrder.filter((one) => !byRecord.has(one))) {
    const found = take((one) => recordOf(one.row) === null && record.amount !== null && isOf(one, record));
    if (found !== undefined) byRecord.set(record, found);
  }
  const matched = new Set(byRecord.values());
  const beside = own.filter((one) => !matched.has(one)).map(lineOf);
  const lines = records.map((record): RefundLine => {
    const one = byRecord.get(record);
    if (one === undefined) return { ...record, recorded: true, operation: null };
    return {
      ...record,
      description: record.description ?? reasonOf(one.row),
      recorded: true,
      operation: shown(one),
    };
  });
  return [...beside.reverse(), ...lines];
}

const recordOf = ({ result }: OperationRow): string | null => (result as { id?: string } | null)?.id ?? null;

const reasonOf = ({ intent }: OperationRow): string | null =>
  (intent as { description?: string | null }).description ?? null;

const shown = ({ row, by }: Own) => ({ id: row.id, state: row.state, by });

/** Known here alone. */
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
 * Reads from the provider how much of a payment was refunded and how much still may be; what Guichê asked for stands
 * beside its records, under whichever id of the payment it was asked.
 */
export async function getRefundState({ ctx, id }: { ctx: Ctx; id: string }): Promise<PaymentRefunds> {
  const state = await seenOf(ctx, id);
  const refunds = await refundLines(ctx.account.id, [...(state.names ?? []), id], state.refunds);
  return serializeFor(ctx, PaymentRefunds, { ...state, refunds });
}

/** The refund is documented, the read of what was refunded is not: where it is not answered, nothing is known. */
const seenOf = async (ctx: Ctx, id: string): Promise<RefundState> =>
  (await ifAnswered(ctx.part('refunds').state(id, ctx.call))) ?? UNTOLD;

type Names = { paymentId: string; names: readonly string[] };

/**
 * The payment as its provider names it: one payment may have several ids (document 2), and money given back is kept
 * apart by the payment, never by the id that stands in an address. Where the read of it is not answered, the answer
 * with which it was made here names it. A service may leave its ids out, or have no such read: the id that it was
 * asked by is then the one name it has.
 */
async function namesOf(ctx: Ctx, id: string, state: RefundState): Promise<Names> {
  const names = state.names ?? [];
  // One that is named by its end-to-end id alone is asked for by the id that its read took.
  if (names.length > 0) return { paymentId: state.paymentId ?? id, names };
  const made = state === UNTOLD ? await localPayment(ctx.account.id, id) : null;
  return made === null ? { paymentId: id, names: [id] } : { paymentId: made.id, names: idsOf(made) };
}

/**
 * Gives a payment back (documents 1 and 2, refunds), at most once: all that is left, or a part of it. Never more than
 * a fresh read says is left (`above_left` at the amount, with `existing`); `already_done` where nothing is left;
 * `conflict` while another refund of it is open under any of its ids, or where one began or ended since it was read.
 * Its reference names no other operation, of whatever kind (`taken` at `clientReference`).
 */
export async function createRefund({
  ctx,
  id,
  body,
}: Args<'POST /transactions/{id}/refunds'>): Promise<Reply> {
  ctx.part('refunds');
  const of = { accountId: ctx.account.id, kind: REFUND.name };
  const begun = await beforeRead(of, id);
  const state = await seenOf(ctx, id);
  const { paymentId, names } = await namesOf(ctx, id, state);
  const all = [...new Set([...names, id])];
  await nameOlder(of, async (older) => (await namesOf(ctx, older, await seenOf(ctx, older))).names);
  const before = await stood({ ...of, names: all }, begun);
  refuseLagging<{ refund?: RefundState }>(before, ({ refund }) => !refund || showsAsMuch(refund, state));
  requireLeft(state, body.amount);
  // All that is left is named, so that a refund made elsewhere meanwhile is not added to.
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
        description: words(body.description) ?? null,
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

function requireLeft(state: RefundState, amount: number | undefined): void {
  const { refundable, refunded, inProgress } = state;
  const existing = { refund: masked(RefundState, state, { names: false }) };
  const given = (refunded ?? 0) + (inProgress ?? 0);
  if (refundable === 0 && given > 0)
    throw new GuicheError('already_done', 'Nothing is left of this payment to give back.', { existing });
  if (refundable !== null && amount !== undefined && amount > refundable)
    throw new GuicheError('invalid_request', 'More than what is left of this payment.', {
      existing,
      fields: [{ field: 'amount', message: 'above_left' }],
    });
}
