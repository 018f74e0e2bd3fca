import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { maskText } from '#lib/mask.ts';
import type { Operation, OperationState } from '#lib/operations/contract.ts';
import { approvalEnds } from '#lib/operations/server/approval.ts';
import { isRenewable, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import type { KeptProblem } from '#lib/operations/server/settle.ts';

/** Rows as the API shows them, worded for their reader. */
export async function operationRecords(ctx: Ctx, rows: readonly OperationRow[]): Promise<Operation[]> {
  const people = rows.flatMap(({ operatorId, decidedBy }) => [operatorId, ...(decidedBy ? [decidedBy] : [])]);
  const names = await operatorNames(people);
  return rows.map((row) => toRecord(ctx, row, (id) => names.get(id) ?? ''));
}

const instant = (date: Date | null) => date?.toISOString() ?? null;

function toRecord(ctx: Ctx, row: OperationRow, nameOf: (id: string) => string): Operation {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state as OperationState,
    reason: row.reason,
    target: row.target,
    amount: row.amount,
    clientReference: row.clientReference,
    actor: { id: row.operatorId, name: nameOf(row.operatorId) },
    createdAt: row.createdAt.toISOString(),
    sentAt: instant(row.sentAt),
    settledAt: instant(row.settledAt),
    nextLookUpAt: instant(row.nextLookUpAt),
    lookUps: row.lookUps,
    providerRequestId: row.providerRequestId,
    problem: problemRecord(ctx, row.problem as KeptProblem | null),
    intent: row.intent as Record<string, unknown>,
    approval: approvalRecord(row, nameOf),
    lateAt: instant(row.lateAt),
    may: mayOf(ctx, row),
  };
}

function mayOf(ctx: Ctx, row: OperationRow): Operation['may'] {
  const kind = operationKind(row.kind);
  const permitted = kind !== null && ctx.permissions.has(kind.permission);
  const unknown = row.state === 'unknown';
  const waits = row.state === 'awaiting_approval' && ctx.permissions.has('approve');
  return {
    lookUp: permitted && unknown && kind.lookUp !== undefined,
    repeat: permitted && ((unknown && kind.repeatable) || isRenewable(kind, row)),
    approve: waits && row.operatorId !== ctx.operator.id && approvalEnds(row).getTime() > Date.now(),
    decline: waits,
  };
}

function approvalRecord(row: OperationRow, nameOf: (id: string) => string): Operation['approval'] {
  const { decidedBy, decidedAt, declineReason, state } = row;
  const needed = decidedBy !== null || state === 'awaiting_approval' || state === 'expired';
  return {
    needed,
    until: needed ? approvalEnds(row).toISOString() : null,
    by: decidedBy === null ? null : { id: decidedBy, name: nameOf(decidedBy) },
    at: instant(decidedAt),
    declined: state === 'declined',
    reason: declineReason,
  };
}

function problemRecord(ctx: Ctx, kept: KeptProblem | null): Operation['problem'] {
  if (kept === null) return null;
  const { provider } = kept;
  const { title, todo } = problemHelp(ctx.locale, kept.code, provider?.code ?? null);
  const message = provider?.message ?? null;
  return {
    code: kept.code,
    title,
    todo,
    provider: provider
      ? {
          code: provider.code,
          message: message === null ? null : maskText(message, { names: false }),
          requestId: provider.requestId,
          status: provider.status,
        }
      : null,
    retryAfterSeconds: kept.retryAfterSeconds,
  };
}
