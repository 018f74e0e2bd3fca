import 'server-only';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { requireFreshProof, requirePermission } from '#lib/api/steps/authorize.ts';
import { bindOperation } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { lateAcknowledgements } from '#lib/data/schema/operations.ts';
import type { OperationDetail } from '#lib/operations/contract.ts';
import { refuseTaken } from '#lib/operations/server/approval.ts';
import { getOperation, operationRow } from '#lib/operations/server/get-operation.ts';
import { type AnyKind, isRenewable, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { endOfSeen, lookQuietly, lookUpOperation } from '#lib/operations/server/look-up.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { type Ask, answered, performAndAnswer } from '#lib/operations/server/perform.ts';
import { mayAcknowledge } from '#lib/operations/server/record.ts';
import { barredFromSettling, lookUpAndSend } from '#lib/operations/server/restored.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';

/** Looks an unknown operation up now; one that is known meanwhile is simply told. `conflict`: nothing can tell. */
export async function lookUpNow({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = await permittedKind(ctx, row);
  if (row.state !== 'unknown') return getOperation({ ctx, id });
  if (kind.lookUp === undefined) throw new GuicheError('conflict', 'Nothing can tell how this one ended.');
  await lookUpOperation(id, { due: false });
  return getOperation({ ctx, id });
}

/**
 * Sends an unknown operation again, with the same request; only kinds for which that is the way out. One that was
 * never sent is begun anew: another operation, with the same request and reference.
 */
export async function repeatOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = await permittedKind(ctx, row);
  if (isRenewable(kind, row)) return performAndAnswer(ctx, kind, askOf(row));
  requireUnknown(row);
  if (!kind.repeatable) throw new GuicheError('conflict', 'This one is not sent again by hand.');
  const { intent } = ctx;
  if (intent !== undefined) await db().transaction((tx) => bindOperation(tx, intent, id));
  await ctx.audit({ action: `${kind.name}.repeated`, target: row.target, after: { operation: id } });
  return answered(ctx, kind, await lookUpAndSend(kind, row, ctx.port));
}

function askOf(row: OperationRow): Ask<unknown> {
  const { target, names, amount, clientReference, subject } = row;
  return {
    target,
    ...(names === null ? {} : { names }),
    request: openRequest(row),
    intent: { ...(row.intent as Record<string, unknown>), again: row.id },
    ...(amount === null ? {} : { amount }),
    ...(clientReference === null ? {} : { clientReference }),
    ...(subject === null ? {} : { subjects: [subject] }),
    // It may have been begun anew before, by somebody else.
    within: (tx, id) => refuseTaken(tx, { ...row, id }),
  };
}

/** Its kind, where this person has what it needs; a refusal is audited. */
async function permittedKind(ctx: Ctx, row: OperationRow): Promise<AnyKind> {
  const kind = operationKind(row.kind);
  if (kind === null) throw new GuicheError('not_supported', 'This kind of operation is not known here.');
  await requirePermission(ctx, kind.permission, row.id);
  if (kind.stepUp) await requireFreshProof(ctx, row.id);
  return kind;
}

function requireUnknown(row: OperationRow): void {
  if (row.state !== 'unknown')
    throw new GuicheError('conflict', 'How this operation ended is known.', { operationId: row.id });
}

/**
 * Ends an operation that no look-up tells anything of by a person's word. The provider is asked once more before: its
 * word counts more. `conflict` while it is still looked for, and once its end is known; `forbidden` where another
 * person has to say it.
 */
export async function settleByHand({
  ctx,
  id,
  body: { happened, reason },
}: Args<'POST /operations/{id}/settle'>): Promise<OperationDetail> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = await permittedKind(ctx, row);
  if (row.state !== 'unknown') throw known(row);
  const barred = await barredFromSettling(ctx, row);
  if (barred === 'looked_for')
    throw new GuicheError('conflict', 'It is still being looked for.', { operationId: id });
  const note = { action: `${kind.name}.settled` as const, target: row.target };
  if (barred !== null) {
    await auditOnce(ctx, { ...note, after: { operation: id, happened } });
    throw new GuicheError('forbidden', 'Another person has to say how this one ended.', { operationId: id });
  }
  const request = openRequest(row);
  const told = endOfSeen(kind, row, await lookQuietly(kind, row, ctx.port));
  if (told !== null) {
    await settle(kind, row, request, told, 'look-up');
    throw known(await operationRow(ctx, id));
  }
  const end: End = happened
    ? { state: 'confirmed', value: null, requestId: null }
    : { state: 'rejected', reason: 'by_hand', error: null };
  const after = { operation: id, happened, reason: maskText(reason, { names: false }) };
  const source = {
    entry: ctx.auditEntry({ ...note, after }),
    kept: { settledBy: ctx.operator.id, settleReason: reason },
  };
  if ((await settle(kind, row, request, end, source)) === null) throw known(await operationRow(ctx, id));
  return getOperation({ ctx, id });
}

const known = ({ id, state }: OperationRow) =>
  new GuicheError('conflict', 'How this operation ended is known.', {
    operationId: id,
    existing: { state },
  });

/**
 * Somebody knows that what was given up happened after all: the notice goes from every page. The first one counts; a
 * second is simply told who it was. `conflict` for an operation that did not end so.
 */
export async function acknowledgeOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  const row = await operationRow(ctx, id);
  const note = {
    action: `${row.kind}.late-acknowledged` as const,
    target: row.target,
    after: { operation: id },
  };
  if (!mayAcknowledge(ctx, row)) {
    await auditOnce(ctx, note);
    throw new GuicheError('forbidden', 'Only who could have asked for this may acknowledge it.');
  }
  if (row.lateAt === null)
    throw new GuicheError('conflict', 'There is nothing of this operation to acknowledge.', {
      operationId: id,
    });
  await db().transaction(async (tx) => {
    const [first] = await tx
      .insert(lateAcknowledgements)
      .values({ operationId: id, operatorId: ctx.operator.id, at: dbNow })
      .onConflictDoNothing()
      .returning();
    if (first === undefined) return;
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, row, operationKind(row.kind) ?? { touches: [] }, { entered: false });
  });
  return getOperation({ ctx, id });
}
