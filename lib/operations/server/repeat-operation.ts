import 'server-only';
import { requireConfigured } from '#lib/accounts/server/configured.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { requireFreshProof, requirePermission } from '#lib/api/steps/authorize.ts';
import { bindOperation } from '#lib/api/steps/idempotency.ts';
import { db } from '#lib/db/client.ts';
import { GuicheError } from '#lib/errors.ts';
import type { OperationDetail } from '#lib/operations/contract.ts';
import { getOperation, operationRow } from '#lib/operations/server/get-operation.ts';
import { type AnyKind, isRenewable, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { type Ask, answered, performAndAnswer } from '#lib/operations/server/perform.ts';
import { refuseTaken } from '#lib/operations/server/refuse-taken.ts';
import { lookUpAndSend } from '#lib/operations/server/restored.ts';
import { openRequest } from '#lib/operations/server/send.ts';

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
export async function permittedKind(ctx: Ctx, row: OperationRow): Promise<AnyKind> {
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
