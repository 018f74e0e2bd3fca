import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { GuicheError } from '#lib/api/errors.ts';
import { appendAudit } from '#lib/audit/append.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { operationAttempts, operations } from '#lib/db/schema/operations.ts';
import { announceOperation } from '#lib/operations/server/announce-operation.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';
import { waitBeforeLookUp } from '#lib/operations/server/schedule.ts';

export type End =
  | { state: 'confirmed'; value: unknown; requestId: string | null }
  | { state: 'rejected'; reason: Reason; error: GuicheError | null }
  | { state: 'unknown'; error: GuicheError | null };
export type Reason = 'never_sent' | 'not_found' | 'provider' | 'conflict';

const OPEN = ['requested', 'sent', 'unknown'];

/**
 * Writes an operation's end with its audit entry and what the feature keeps, in one transaction. Null: somebody
 * else settled it first (a look-up beside a late answer), and theirs stands.
 */
export async function settle(
  kind: AnyKind,
  row: OperationRow,
  request: unknown,
  end: End,
  { unlessSentAgain = false }: { unlessSentAgain?: boolean } = {},
): Promise<OperationRow | null> {
  // What somebody concludes from elsewhere must not overtake a send that is under way.
  const still = unlessSentAgain
    ? and(eq(operations.state, 'unknown'), eq(operations.attempts, row.attempts))
    : inArray(operations.state, OPEN);
  return db().transaction(async (tx) => {
    const [after] = await tx
      .update(operations)
      .set(columnsOf(kind, row, end))
      .where(and(eq(operations.id, row.id), still))
      .returning();
    if (after === undefined) return null;
    await endAttempt(tx, after, end);
    if (end.state !== 'unknown')
      await kind.settled?.(tx, {
        row: after,
        request,
        state: end.state,
        value: end.state === 'confirmed' ? end.value : null,
      });
    await appendAudit(tx, {
      operatorId: row.operatorId,
      accountId: row.accountId,
      action: `${row.kind}.${end.state}`,
      target: row.target,
      result: end.state === 'confirmed' ? 'ok' : end.state === 'rejected' ? 'refused' : 'failed',
      after: { operation: row.id, ...(end.state === 'rejected' ? { reason: end.reason } : {}) },
      providerRequestId: after.providerRequestId,
    });
    await announceOperation(tx, after, kind);
    return after;
  });
}

function columnsOf(kind: AnyKind, row: OperationRow, end: End) {
  const now = new Date();
  if (end.state === 'confirmed')
    return {
      state: 'confirmed',
      settledAt: now,
      nextLookUpAt: null,
      problem: null,
      result: kind.show(end.value),
      providerRequestId: end.requestId ?? row.providerRequestId,
    };
  const told = end.error === null ? {} : { problem: problemColumn(end.error) };
  const requestId = end.error?.details.provider?.requestId ?? row.providerRequestId;
  if (end.state === 'rejected')
    return {
      ...told,
      state: 'rejected',
      reason: end.reason,
      settledAt: now,
      nextLookUpAt: null,
      providerRequestId: requestId,
    };
  return {
    ...told,
    state: 'unknown',
    nextLookUpAt: kind.lookUp === undefined ? null : new Date(now.getTime() + waitBeforeLookUp(0)),
    lookUps: 0,
    absentSince: null,
    providerRequestId: requestId,
  };
}

/** What a row keeps of a refusal; worded for the reader when it is read. */
export type KeptProblem = Pick<GuicheError, 'code' | 'message' | 'status'> & {
  provider: GuicheError['details']['provider'] | null;
  fields: GuicheError['details']['fields'] | null;
  existing: unknown;
  retryAfterSeconds: number | null;
};

function problemColumn(error: GuicheError): KeptProblem {
  const { provider, fields, existing, retryAfterSeconds } = error.details;
  return {
    code: error.code,
    message: error.message,
    status: error.status,
    provider: provider ?? null,
    fields: fields ?? null,
    existing: existing ?? null,
    retryAfterSeconds: retryAfterSeconds ?? null,
  };
}

async function endAttempt(tx: Transaction, row: OperationRow, end: End): Promise<void> {
  if (row.attempts === 0) return;
  const error = end.state === 'confirmed' ? null : end.error;
  await tx
    .update(operationAttempts)
    .set({
      endedAt: new Date(),
      outcome: end.state === 'rejected' ? `rejected:${end.reason}` : end.state,
      code: error?.details.provider?.code ?? error?.code ?? null,
      providerRequestId:
        (end.state === 'confirmed' ? end.requestId : error?.details.provider?.requestId) ?? null,
    })
    .where(
      and(
        eq(operationAttempts.operationId, row.id),
        eq(operationAttempts.number, row.attempts),
        sql`${operationAttempts.endedAt} is null`,
      ),
    );
}
