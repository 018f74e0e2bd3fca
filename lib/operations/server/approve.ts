import 'server-only';
import { and, eq, lte, not, or, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce, requireFreshProof, requirePermission } from '#lib/api/steps/authorize.ts';
import { bindAnswer, bindOperation } from '#lib/api/steps/idempotency.ts';
import { isLiftedBy, LIFTED_TODAY, liftedBy, refuseFormer } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { thisInstance } from '#lib/data/jobs/instance.ts';
import { lateAcknowledgements, operations } from '#lib/data/schema/operations.ts';
import { type Operation, OperationDetail } from '#lib/operations/contract.ts';
import { approvableSince, awaiting } from '#lib/operations/server/approval.ts';
import { refuseTaken } from '#lib/operations/server/duplicates.ts';
import {
  getOperation,
  mayAcknowledge,
  notWaiting,
  operationRecords,
  operationRow,
  stateConflict,
} from '#lib/operations/server/get-operation.ts';
import {
  type AnyKind,
  isRenewable,
  kindOf,
  type OperationRow,
  openRequest,
  operationKind,
} from '#lib/operations/server/kind.ts';
import {
  barredFromSettling,
  endFromLookUp,
  lookUpAndSend,
  lookUpOperation,
  mayHaveBeenSentSinceBackup,
  settleRestored,
  tryLookUp,
} from '#lib/operations/server/look-up.ts';
import { announceOperation, auditOperation } from '#lib/operations/server/notify-operation.ts';
import { answered, type OperationInput, performAndAnswer } from '#lib/operations/server/perform.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';

/** What people decide about operations: approve, decline, look up now, repeat, record an outcome. */

/**
 * Approves another operator's operation and sends it; a restored one is looked up first. The requester can
 * never approve, whatever their roles (the update checks it too). `forbidden` for one's own, `conflict` once
 * it no longer waits.
 */
export async function approveOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = kindOf(row);
  if (row.operatorId === ctx.operator.id) {
    await auditOnce(ctx, noteOf(row, 'approved'));
    throw new GuicheError('forbidden', 'Nobody approves what they asked for themselves.', {
      operationId: id,
    });
  }
  const approved = await decide(ctx, row, {
    name: 'approved',
    // This process sends it from now on.
    columns: { state: 'requested', instance: thisInstance().id },
    where: awaiting(ctx.operator.id),
    async within(tx, after) {
      if (ctx.intent !== undefined) await bindOperation(tx, ctx.intent, id);
      return after;
    },
  });
  return answered(ctx, kind, await lookUpAndSend(kind, approved, ctx.port));
}

/** Another operator declines, or its requester withdraws. Sent before a restore: settled, `conflict`. */
export async function declineOperation({ ctx, id, body }: Args<'POST /operations/{id}/decline'>) {
  const row = await operationRow(ctx, id);
  const person = ctx.operator.id;
  const { operatorId, state } = operations;
  if (row.state === 'awaiting_approval' && mayHaveBeenSentSinceBackup(row)) {
    requireConfigured(ctx.account);
    if ((await settleRestored(kindOf(row), row, ctx.port)) !== null)
      throw notWaiting(await operationRow(ctx, id));
  }
  return decide(ctx, row, {
    name: 'declined',
    columns: { state: 'declined', settledAt: dbNow, declineReason: body.reason ?? null },
    where: and(eq(state, 'awaiting_approval'), or(eq(operatorId, person), not(liftedBy(person, operatorId)))),
    async within(tx, after) {
      // A waiting operation was never sent, so it has no attempts.
      const [operation] = await operationRecords(ctx, [after], tx);
      const detail = { operation: operation as Operation, attempts: [] };
      return bindAnswer(tx, ctx.intent, serializeFor(ctx, OperationDetail, detail));
    },
  });
}

type Decision<T> = {
  name: 'approved' | 'declined';
  columns: PgUpdateSetSource<typeof operations>;
  where: SQL | undefined;
  /** Runs in the transaction that writes the decision. */
  within: (tx: Transaction, after: OperationRow) => Promise<T>;
};

/**
 * Writes a person's decision. `forbidden` if this person and the requester granted one the other access
 * within 24 h, `conflict` if it does not wait for this person any more.
 */
async function decide<T>(ctx: Ctx, row: OperationRow, decision: Decision<T>): Promise<T> {
  const { name, columns, where, within } = decision;
  const person = ctx.operator.id;
  const kind = kindOf(row);
  const note = noteOf(row, name);
  const decided = await db().transaction(async (tx) => {
    await refuseFormer(tx, person, { account: ctx.account.id, permission: 'approve' });
    const [after] = await tx
      .update(operations)
      .set({ ...columns, decidedBy: person, decidedAt: dbNow })
      .where(and(eq(operations.id, row.id), where))
      .returning();
    if (after === undefined) return null;
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, after, kind);
    return { answer: await within(tx, after) };
  });
  if (decided !== null) return decided.answer;
  if (!(await isLiftedBy(db(), person, row.operatorId))) throw notWaiting(await operationRow(ctx, row.id));
  await auditOnce(ctx, note);
  throw new GuicheError('forbidden', LIFTED_TODAY, { operationId: row.id });
}

const noteOf = ({ id, kind, target }: OperationRow, name: 'approved' | 'declined') => ({
  action: `${kind}.${name}` as const,
  target,
  after: { operation: id },
});

/** Expires what nobody approved within 24 hours. A restored one may have been sent: `unknown`. */
export async function expireApprovals(): Promise<void> {
  const late = and(eq(operations.state, 'awaiting_approval'), lte(operations.createdAt, approvableSince));
  const due = await db().select().from(operations).where(late).limit(200);
  for (const row of due.filter(({ restoredAt }) => restoredAt !== null)) {
    const kind = operationKind(row.kind);
    if (kind !== null) await settle(kind, row, { state: 'unknown', error: null }, 'left behind');
  }
  for (const { id } of due.filter(({ restoredAt }) => restoredAt === null))
    await db().transaction(async (tx) => {
      const [row] = await tx
        .update(operations)
        .set({ state: 'expired', settledAt: dbNow })
        .where(and(eq(operations.id, id), late))
        .returning();
      if (row === undefined) return;
      await auditOperation(tx, row, { name: 'expired', operatorId: null });
      await announceOperation(tx, row, operationKind(row.kind) ?? { touches: [] });
    });
}

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
  const kind = kindOf(row);
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
  const found = endFromLookUp(kind, row, await tryLookUp(kind, row, ctx.port));
  if (found !== null) {
    await settle(kind, row, found, 'look-up');
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
  if ((await settle(kind, row, end, source)) === null) throw known(await operationRow(ctx, id));
  return getOperation({ ctx, id });
}

const known = (row: OperationRow) => stateConflict('How this operation ended is known.', row);

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
