import 'server-only';
import { and, eq, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { GuicheError, type Missing } from '#lib/core/errors.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import {
  aboutAnother,
  amountDiffers,
  auditAmountMismatch,
  belongsToAnother,
  waitBeforeLookUp,
} from '#lib/operations/server/reconcile.ts';

export type End =
  | { state: 'confirmed'; value: unknown; requestId: string | null }
  | { state: 'rejected'; reason: Reason; error: GuicheError | null }
  | { state: 'unknown'; error: GuicheError | null };
export type Reason = 'never_sent' | 'not_found' | 'provider' | 'conflict' | 'account_archived' | 'by_hand';

/** A person recorded the outcome: the audit entry and the row's columns. */
type ByHand = { entry: AuditEntry; columns: { settledBy: string; settleReason: string } };
const isByHand = (source: Source): source is ByHand => typeof source === 'object';

/** Who reports: the process that sent it, however late, a look-up, a dead process's recovery, a person. */
export type Source = 'answer' | 'look-up' | 'left behind' | ByHand;

const OPEN = ['requested', 'sent', 'unknown'];

/**
 * Writes an operation's outcome, its audit entry and the feature's data in one transaction. Null: it was
 * settled or sent again first and that stays, or the record found belongs to another operation.
 */
export async function settle(
  kind: AnyKind,
  row: OperationRow,
  request: unknown,
  reported: End,
  source: Source = 'answer',
): Promise<OperationRow | null> {
  return db().transaction(async (tx) => {
    const end = await ownEnd(tx, kind, { row, request }, reported, source);
    if (end === null) return null;
    const differs = end.state === 'confirmed' ? amountDiffers(kind, row, end.value) : null;
    const [after] = await tx
      .update(operations)
      .set({ ...columnsOf(kind, row, end, source), ...(differs === null ? {} : alarmColumns(differs)) })
      .where(and(eq(operations.id, row.id), stillOpen(kind, row, end, source)))
      .returning();
    if (after !== undefined || source === 'answer') await endAttempt(tx, row, end, source);
    if (after === undefined) {
      if (source === 'answer' && end.state === 'confirmed') {
        await storeLateAnswer(tx, kind, row, end.value);
        await storeFound(tx, kind, { row, request, value: end.value });
      }
      return null;
    }
    if (end.state !== 'unknown')
      await kind.settled?.(tx, {
        row: after,
        request,
        state: end.state,
        value: end.state === 'confirmed' ? end.value : null,
      });
    await appendAudit(tx, isByHand(source) ? source.entry : entryOf(after, end));
    if (differs !== null) await auditAmountMismatch(tx, row, differs);
    await announceOperation(tx, after, kind);
    return after;
  });
}

/** The record must be this operation's own. Else an answer is `unknown`, a look-up inconclusive (null). */
async function ownEnd(
  tx: Transaction,
  kind: AnyKind,
  { row, request }: { row: OperationRow; request: unknown },
  end: End,
  source: Source,
): Promise<End | null> {
  if (end.state !== 'confirmed' || isByHand(source)) return end;
  const answered = source === 'answer';
  const anothers: End | null = answered ? { state: 'unknown', error: aboutAnother(kind.makes).error } : null;
  if (await belongsToAnother(tx, kind, row, end.value)) return anothers;
  if (kind.claim === undefined || end.value === null) return end;
  const value = await kind.claim(tx, { row, request, value: end.value, answered });
  return value === null ? anothers : { ...end, value };
}

function entryOf({ id, kind, operatorId, accountId, target, providerRequestId }: OperationRow, end: End) {
  return {
    operatorId,
    accountId,
    target,
    providerRequestId,
    action: `${kind}.${end.state}` as const,
    result: end.state === 'confirmed' ? 'ok' : end.state === 'rejected' ? 'refused' : 'failed',
    after: { operation: id, ...(end.state === 'rejected' ? { reason: end.reason } : {}) },
  } as const;
}

function stillOpen(kind: AnyKind, row: OperationRow, end: End, source: Source): SQL | undefined {
  const sameSend = eq(operations.attempts, row.attempts);
  const sameOwner = sql`${operations.instance} is not distinct from ${row.instance}`;
  if (source === 'left behind') return and(eq(operations.state, row.state), sameSend, sameOwner);
  // A look-up or a person must not overtake a send in progress.
  if (source === 'look-up' || isByHand(source)) return and(eq(operations.state, 'unknown'), sameSend);
  const open = inArray(operations.state, OPEN);
  // A readable record stays confirmed even if another process sent it again; a secret belongs to its own
  // send. A refusal of one send says nothing about a later one.
  if (end.state === 'confirmed' && kind.storeLateAnswer === undefined) return open;
  return and(open, sameSend, row.state === 'requested' ? sameOwner : undefined);
}

/** A value that came too late may be the one in use. If another send ended it, nobody knows: `unknown`. */
async function storeLateAnswer(tx: Transaction, kind: AnyKind, row: OperationRow, value: unknown) {
  if (kind.storeLateAnswer === undefined) return;
  await kind.storeLateAnswer(tx, { row, value });
  const other = alias(operations, 'other');
  const otherOpen = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.accountId, row.accountId),
        eq(other.kind, row.kind),
        eq(other.target, row.target),
        ne(other.id, row.id),
        inArray(other.state, [...OPEN_STATES]),
      ),
    );
  const error = new GuicheError('conflict', 'An answer came after another had ended it.');
  const [after] = await tx
    .update(operations)
    .set({ state: 'unknown', settledAt: null, reason: null, result: null, problem: problemColumn(error) })
    .where(
      and(
        eq(operations.id, row.id),
        inArray(operations.state, ['confirmed', 'rejected']),
        notExists(otherOpen),
      ),
    )
    .returning();
  await auditLateAnswer(tx, row);
  if (after !== undefined) await announceOperation(tx, after, kind);
}

async function auditLateAnswer(tx: Transaction, row: OperationRow): Promise<void> {
  await appendAudit(tx, {
    operatorId: row.operatorId,
    accountId: row.accountId,
    action: `${row.kind}.late`,
    target: row.target,
    result: 'ok',
    after: { operation: row.id, send: row.attempts },
  });
}

/** The answer has more than the look-up that settled first: stores it and shows it as the result. */
async function storeFound(
  tx: Transaction,
  kind: AnyKind,
  { row, request, value }: { row: OperationRow; request: unknown; value: unknown },
): Promise<void> {
  if (kind.storeFound === undefined) return;
  const [after] = await tx
    .update(operations)
    .set({ state: 'confirmed', reason: null, problem: null, result: kind.show(value) })
    .where(and(eq(operations.id, row.id), inArray(operations.state, ['confirmed', 'rejected'])))
    .returning();
  if (after === undefined) return;
  await kind.storeFound(tx, { row: after, request, value });
  await auditLateAnswer(tx, row);
  await announceOperation(tx, after, kind);
}

function columnsOf(kind: AnyKind, row: OperationRow, end: End, source: Source) {
  const byHand = isByHand(source) ? source.columns : {};
  if (end.state === 'confirmed')
    return {
      ...byHand,
      state: 'confirmed',
      settledAt: dbNow,
      nextLookUpAt: null,
      problem: null,
      result: isByHand(source) ? null : kind.show(end.value),
      providerRequestId: end.requestId ?? row.providerRequestId,
    };
  const errorColumns = end.error === null ? {} : { problem: problemColumn(end.error) };
  const requestId = end.error?.details.provider?.requestId ?? row.providerRequestId;
  if (end.state === 'rejected')
    return {
      ...errorColumns,
      ...byHand,
      state: 'rejected',
      reason: end.reason,
      settledAt: dbNow,
      nextLookUpAt: null,
      providerRequestId: requestId,
    };
  return {
    ...errorColumns,
    state: 'unknown',
    nextLookUpAt: kind.lookUp === undefined ? null : firstLookUp(source),
    lookUps: 0,
    absentSince: null,
    providerRequestId: requestId,
  };
}

/** Operations of a dead process were sent a while ago, so they are looked up at once. */
const firstLookUp = (source: Source) => (source === 'left behind' ? dbNow : fromNow(waitBeforeLookUp(0)));

/** A refusal as stored in the row. `problemHelp` translates it for each reader. */
export type StoredProblem = Pick<GuicheError, 'code' | 'message' | 'status'> & {
  provider: GuicheError['details']['provider'] | null;
  fields: GuicheError['details']['fields'] | null;
  missing?: readonly Missing[];
  existing: unknown;
  retryAfterSeconds: number | null;
};

/** A confirmed operation that moved another amount than requested: somebody must acknowledge it. */
export const alarmColumns = (differs: GuicheError) => ({
  problem: problemColumn(differs),
  lateAt: dbNow,
});

function problemColumn(error: GuicheError): StoredProblem {
  const { provider, fields, missing, existing, retryAfterSeconds } = error.details;
  return {
    code: error.code,
    message: error.message,
    status: error.status,
    provider: provider ?? null,
    fields: fields ?? null,
    ...(missing ? { missing } : {}),
    existing: existing ?? null,
    retryAfterSeconds: retryAfterSeconds ?? null,
  };
}

async function endAttempt(tx: Transaction, row: OperationRow, end: End, source: Source): Promise<void> {
  if (row.attempts === 0) return;
  const error = end.state === 'confirmed' ? null : end.error;
  const { endedAt, outcome } = operationAttempts;
  const open = isNull(endedAt);
  await tx
    .update(operationAttempts)
    .set({
      endedAt: dbNow,
      outcome: end.state === 'rejected' ? `rejected:${end.reason}` : end.state,
      code: error?.details.provider?.code ?? error?.code ?? null,
      providerRequestId:
        (end.state === 'confirmed' ? end.requestId : error?.details.provider?.requestId) ?? null,
    })
    .where(
      and(
        eq(operationAttempts.operationId, row.id),
        eq(operationAttempts.number, row.attempts),
        // The attempt's own answer replaces the outcome `unknown`.
        source === 'answer' ? or(open, eq(outcome, 'unknown')) : open,
      ),
    );
}
