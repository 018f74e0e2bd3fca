import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import { db } from '#lib/db/client.ts';
import { operators } from '#lib/db/schema/operators.ts';
import { maskText } from '#lib/mask.ts';
import type { Operation, OperationState } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { operationKind } from '#lib/operations/server/kind.ts';
import type { KeptProblem } from '#lib/operations/server/settle.ts';

/** Rows as the API shows them, worded for their reader. */
export async function operationRecords(ctx: Ctx, rows: readonly OperationRow[]): Promise<Operation[]> {
  const names = await namesOf([...new Set(rows.map(({ operatorId }) => operatorId))]);
  return rows.map((row) => toRecord(ctx, row, names.get(row.operatorId) ?? ''));
}

async function namesOf(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db()
    .select({ id: operators.id, name: operators.name })
    .from(operators)
    .where(inArray(operators.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

const instant = (date: Date | null) => date?.toISOString() ?? null;

function toRecord(ctx: Ctx, row: OperationRow, name: string): Operation {
  const kind = operationKind(row.kind);
  const permitted = kind !== null && ctx.permissions.has(kind.permission);
  const unknown = row.state === 'unknown';
  return {
    id: row.id,
    kind: row.kind,
    state: row.state as OperationState,
    reason: row.reason,
    target: row.target,
    amount: row.amount,
    clientReference: row.clientReference,
    actor: { id: row.operatorId, name },
    createdAt: row.createdAt.toISOString(),
    sentAt: instant(row.sentAt),
    settledAt: instant(row.settledAt),
    nextLookUpAt: instant(row.nextLookUpAt),
    lookUps: row.lookUps,
    providerRequestId: row.providerRequestId,
    problem: problemRecord(ctx, row.problem as KeptProblem | null),
    intent: row.intent as Record<string, unknown>,
    may: {
      lookUp: permitted && unknown && kind.lookUp !== undefined,
      repeat: permitted && unknown && kind.repeatable,
    },
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
