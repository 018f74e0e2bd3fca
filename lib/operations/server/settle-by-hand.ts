import 'server-only';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce, requireFreshProof, requirePermission } from '#lib/api/steps/authorize.ts';
import { bindOperation } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { lateAcknowledgements } from '#lib/data/schema/operations.ts';
import type { OperationDetail } from '#lib/operations/contract.ts';
import { refuseTaken } from '#lib/operations/server/duplicates.ts';
import { getOperation, operationRow } from '#lib/operations/server/get-operation.ts';
import { type AnyKind, isRenewable, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import {
  barredFromSettling,
  endFromLookUp,
  lookUpAndSend,
  lookUpOperation,
  tryLookUp,
} from '#lib/operations/server/look-up.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { answered, type OperationInput, performAndAnswer } from '#lib/operations/server/perform.ts';
import { mayAcknowledge } from '#lib/operations/server/record.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';

/** Looks an unknown operation up now and returns it as it is then. `conflict`: its kind has no look-up. */
export async function lookUpNow({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = await permittedKind(ctx, row);
  if (row.state !== 'unknown') return getOperation({ ctx, id });
  if (kind.lookUp === undefined) throw new GuicheError('conflict', 'Nothing can tell how this one ended.');
  await lookUpOperation(id, { due: false });
  return getOperation({ ctx, id });
}

/** Sends an unknown operation again, for repeatable kinds only; a never-sent one begins anew. */
export async function repeatOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = await permittedKind(ctx, row);
  if (isRenewable(kind, row)) return performAndAnswer(ctx, kind, inputOf(row));
  if (row.state !== 'unknown')
    throw new GuicheError('conflict', 'How this operation ended is known.', { operationId: id });
  if (!kind.repeatable) throw new GuicheError('conflict', 'This one is not sent again by hand.');
  const { intent } = ctx;
  if (intent !== undefined) await db().transaction((tx) => bindOperation(tx, intent, id));
  await ctx.audit({ action: `${kind.name}.repeated`, target: row.target, after: { operation: id } });
  return answered(ctx, kind, await lookUpAndSend(kind, row, ctx.port));
}

function inputOf(row: OperationRow): OperationInput<unknown> {
  const { target, names, amount, clientReference, subject } = row;
  return {
    target,
    ...(names === null ? {} : { names }),
    request: openRequest(row),
    intent: { ...(row.intent as Record<string, unknown>), again: row.id },
    ...(amount === null ? {} : { amount }),
    ...(clientReference === null ? {} : { clientReference }),
    ...(subject === null ? {} : { subjects: [subject] }),
    // Somebody else may have begun it anew already.
    within: (tx, id) => refuseTaken(tx, { ...row, id }),
  };
}

/** Returns its kind if this person has the permission and a fresh step-up. A refusal is audited. */
async function permittedKind(ctx: Ctx, row: OperationRow): Promise<AnyKind> {
  const kind = operationKind(row.kind);
  if (kind === null) throw new GuicheError('not_supported', 'This kind of operation is not known here.');
  await requirePermission(ctx, kind.permission, row.id);
  if (kind.stepUp) await requireFreshProof(ctx, row.id);
  return kind;
}

/**
 * Records an outcome that no look-up can find. First asks the provider once more: its answer takes
 * precedence. `conflict` while it is looked up or once the outcome is known; `forbidden` when another person
 * must record it.
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
  const found = endFromLookUp(kind, row, await tryLookUp(kind, row, ctx.port));
  if (found !== null) {
    await settle(kind, row, request, found, 'look-up');
    throw known(await operationRow(ctx, id));
  }
  const end: End = happened
    ? { state: 'confirmed', value: null, requestId: null }
    : { state: 'rejected', reason: 'by_hand', error: null };
  const after = { operation: id, happened, reason: maskText(reason, { names: false }) };
  const source = {
    entry: ctx.auditEntry({ ...note, after }),
    columns: { settledBy: ctx.operator.id, settleReason: reason },
  };
  if ((await settle(kind, row, request, end, source)) === null) throw known(await operationRow(ctx, id));
  return getOperation({ ctx, id });
}

const known = ({ id, state }: OperationRow) =>
  new GuicheError('conflict', 'How this operation ended is known.', {
    operationId: id,
    existing: { state },
  });

/** Its notice disappears from every page. Only the first counts. `conflict` without a late confirmation. */
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
