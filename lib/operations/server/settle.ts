import 'server-only';
import { and, eq, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { GuicheError, type Missing } from '#lib/core/errors.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { type AnyKind, type OperationRow, openRequest } from '#lib/operations/server/kind.ts';
import { announceOperation, auditOperation } from '#lib/operations/server/notify-operation.ts';
import {
  aboutAnother,
  amountDiffers,
  auditAmountMismatch,
  belongsToAnother,
  waitBeforeLookUp,
} from '#lib/operations/server/reconcile.ts';
import { isOpenNow } from '#lib/operations/server/thing.ts';

export type End =
  | { state: 'confirmed'; value: unknown; requestId: string | null }
  | { state: 'rejected'; reason: Reason; error: GuicheError | null }
  | { state: 'unknown'; error: GuicheError | null };
export const NEVER_SENT: End = { state: 'rejected', reason: 'never_sent', error: null };
export type Reason = 'never_sent' | 'not_found' | 'provider' | 'conflict' | 'account_archived' | 'by_hand';

/** A person recorded the outcome: the audit entry and the row's columns. */
type ByHand = { entry: AuditEntry; columns: { settledBy: string; settleReason: string } };
const isByHand = (source: Source): source is ByHand => typeof source === 'object';

/** Who reports: the process that sent it, however late, a look-up, a dead process's recovery, a person. */
export type Source = 'answer' | 'look-up' | 'left behind' | ByHand;

type Settled = { row: OperationRow; request: unknown; value: unknown };

/**
 * Writes an operation's outcome, its audit entry and the feature's data in one transaction. Null: it was
 * settled or sent again first and that stays, or the record found belongs to another operation.
 */
export async function settle(
  kind: AnyKind,
  row: OperationRow,
  reported: End,
  source: Source = 'answer',
): Promise<OperationRow | null> {
  const request = openRequest(row);
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
      if (source === 'answer' && end.state === 'confirmed')
        await storeLate(tx, kind, { row, request, value: end.value });
      return null;
    }
    const value = end.state === 'confirmed' ? end.value : null;
    const error = end.state === 'confirmed' ? null : end.error;
    if (end.state === 'unknown') await kind.unknown?.(tx, { row: after, request, error });
    else await kind.settled?.(tx, { row: after, request, state: end.state, value, error });
    if (isByHand(source)) await appendAudit(tx, source.entry);
    else await auditEnd(tx, after, end);
    if (differs !== null) await auditAmountMismatch(tx, row, differs);
    await announceOperation(tx, after, kind);
    return after;
  });
}

/** The record must be this operation's own. Else an answer is `unknown`, a look-up inconclusive (null). */
async function ownEnd(
  tx: Transaction,
  kind: AnyKind,
  { row, request }: Omit<Settled, 'value'>,
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

const RESULTS = { confirmed: 'ok', rejected: 'refused', unknown: 'failed' } as const;

const auditEnd = (tx: Transaction, row: OperationRow, end: End) =>
  auditOperation(tx, row, {
    name: end.state,
    result: RESULTS[end.state],
    after: end.state === 'rejected' ? { reason: end.reason } : {},
    providerRequestId: row.providerRequestId,
  });

function stillOpen(kind: AnyKind, row: OperationRow, end: End, source: Source): SQL | undefined {
  const sameSend = eq(operations.attempts, row.attempts);
  const sameOwner = sql`${operations.instance} is not distinct from ${row.instance}`;
  if (source === 'left behind') return and(eq(operations.state, row.state), sameSend, sameOwner);
  // A look-up or a person must not overtake a send in progress.
  if (source === 'look-up' || isByHand(source)) return and(eq(operations.state, 'unknown'), sameSend);
  const open = inArray(operations.state, ['requested', 'sent', 'unknown']);
  // A readable record stays confirmed even if another process sent it again; a secret belongs to its own
  // send. A refusal of one send proves nothing about a later one.
  if (end.state === 'confirmed' && kind.storeLateAnswer === undefined) return open;
  return and(open, sameSend, row.state === 'requested' ? sameOwner : undefined);
}

/** Stores the value of an answer that came after another end, for the kinds that need it. */
async function storeLate(tx: Transaction, kind: AnyKind, { row, request, value }: Settled): Promise<void> {
  const ended = and(eq(operations.id, row.id), inArray(operations.state, ['confirmed', 'rejected']));
  const audit = () => auditOperation(tx, row, { name: 'late', after: { send: row.attempts } });
  if (kind.storeLateAnswer !== undefined) {
    await kind.storeLateAnswer(tx, { row, value });
    // The value may be the one in use. If another send ended it, nobody knows: `unknown`.
    const error = new GuicheError('conflict', 'An answer came after another had ended it.');
    const [after] = await tx
      .update(operations)
      .set({ state: 'unknown', settledAt: null, reason: null, result: null, problem: problemColumn(error) })
      .where(and(ended, notExists(openOnSame(tx, row))))
      .returning();
    await audit();
    if (after !== undefined) await announceOperation(tx, after, kind);
  }
  if (kind.storeFound === undefined) return;
  // The answer has more than the look-up that settled first: it is shown as the result.
  const [after] = await tx
    .update(operations)
    .set({ state: 'confirmed', reason: null, problem: null, result: kind.show(value) })
    .where(ended)
    .returning();
  if (after === undefined) return;
  await kind.storeFound(tx, { row: after, request, value });
  await audit();
  await announceOperation(tx, after, kind);
}

const openOnSame = (tx: Transaction, { id, accountId, kind, target }: OperationRow) =>
  tx
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.kind, kind),
        eq(operations.target, target),
        ne(operations.id, id),
        isOpenNow,
      ),
    );

const requestIdOf = (end: End): string | null =>
  (end.state === 'confirmed' ? end.requestId : end.error?.details.provider?.requestId) ?? null;

function columnsOf(kind: AnyKind, row: OperationRow, end: End, source: Source) {
  const common = {
    ...(isByHand(source) ? source.columns : {}),
    state: end.state,
    providerRequestId: requestIdOf(end) ?? row.providerRequestId,
  };
  const ended = { settledAt: dbNow, nextLookUpAt: null };
  if (end.state === 'confirmed')
    return { ...common, ...ended, problem: null, result: isByHand(source) ? null : kind.show(end.value) };
  const problem = end.error === null ? {} : { problem: problemColumn(end.error) };
  if (end.state === 'rejected') return { ...common, ...ended, ...problem, reason: end.reason };
  const nextLookUpAt = kind.lookUp === undefined ? null : firstLookUp(source);
  return { ...common, ...problem, nextLookUpAt, lookUps: 0, absentSince: null };
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
export const alarmColumns = (differs: GuicheError) => ({ problem: problemColumn(differs), lateAt: dbNow });

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
  const { operationId, number, endedAt, outcome } = operationAttempts;
  const open = isNull(endedAt);
  await tx
    .update(operationAttempts)
    .set({
      endedAt: dbNow,
      outcome: end.state === 'rejected' ? `rejected:${end.reason}` : end.state,
      code: error?.details.provider?.code ?? error?.code ?? null,
      providerRequestId: requestIdOf(end),
    })
    .where(
      and(
        eq(operationId, row.id),
        eq(number, row.attempts),
        // The attempt's own answer replaces the outcome `unknown`.
        source === 'answer' ? or(open, eq(outcome, 'unknown')) : open,
      ),
    );
}
