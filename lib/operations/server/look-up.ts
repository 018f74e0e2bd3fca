import 'server-only';
import { and, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm';
import { type Account, accountById, configuredAccountIds } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { isLiftedBy } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow, msSince } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import { thisInstance } from '#lib/data/jobs/instance.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { secondPersonFor } from '#lib/operations/forms.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import {
  type AnyKind,
  type LookUp,
  mayBeSent,
  type OperationRow,
  openRequest,
  operationKind,
} from '#lib/operations/server/kind.ts';
import { send } from '#lib/operations/server/perform.ts';
import {
  ABSENT_MS,
  LOOK_UP_PERIOD_MS,
  nothingWasTried,
  waitBeforeLookUp,
} from '#lib/operations/server/reconcile.ts';
import { type End, type StoredProblem, settle } from '#lib/operations/server/settle.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

/** A look-up's claim on its row. It expires by itself, and at once when its process is found dead. */
const CLAIM_MS = 60_000;

/**
 * Looks an unknown operation up at the provider, settles it when the answer is conclusive and returns the
 * row. `due` false: an operator requested it, so the schedule does not matter. Null: nothing to look up.
 */
export async function lookUpOperation(id: string, { due }: { due: boolean }): Promise<OperationRow | null> {
  const row = await claim(id, due);
  if (row === null) return null;
  const kind = operationKind(row.kind);
  const account = await accountById(row.accountId);
  if (kind?.lookUp === undefined || account === null) return row;
  return lookUpAndSettle(kind, row, account);
}

async function lookUpAndSettle(kind: AnyKind, row: Claimed, account: Account): Promise<OperationRow | null> {
  const port = portFor(account);
  const seen = await tryLookUp(kind, row, port);
  const end = endFromLookUp(kind, row, seen);
  // Another operation was confirmed with this record meanwhile, so this one is still looked up.
  if (end !== null) return (await settle(kind, row, end, 'look-up')) ?? postpone(row, false);
  if (seen.found !== 'absent') return postpone(row, false);
  // Money that may have been sent after the restored backup is sent again only by a person's decision.
  const byPerson = row.restoredAt !== null && kind.approvable === true;
  if (seen.next === 'send_again' && !byPerson) return sendAgain(kind, row, port, seen.sentWithinMs);
  const reason = rejectionOf(row, kind.absentMs);
  if (reason === null) return postpone(row, true);
  return settle(kind, row, { state: 'rejected', reason, error: null }, 'look-up');
}

/** Sends it again. If it was too late to be sent (`sentWithinMs`), the look-ups continue. */
async function sendAgain(kind: AnyKind, row: Claimed, port: ProviderPort, sentWithinMs: number | undefined) {
  const after = await send(kind, row, port, { sentWithinMs });
  const untouched =
    after.state === 'unknown' && after.nextLookUpAt?.getTime() === row.nextLookUpAt?.getTime();
  return untouched ? postpone(row, true) : after;
}

/** Runs the kind's look-up once. A failed look-up counts as `unsure`. */
export async function tryLookUp(kind: AnyKind, row: OperationRow, port: ProviderPort) {
  const [ago] = await db()
    .select({ firstMs: msSince(operations.sentAt), lastMs: msSince(operations.lastSentAt) })
    .from(operations)
    .where(eq(operations.id, row.id));
  const input = { row, request: openRequest(row), port, ago: ago ?? { firstMs: null, lastMs: null } };
  const seen: LookUp<unknown> = (await kind
    .lookUp?.({ ...input, call: LOOK_UP_CALL })
    .catch((error: unknown) => {
      log().info({ operation: row.id, err: error }, 'a look-up failed');
    })) ?? { found: 'unsure' };
  return seen;
}

/** Outcome by a look-up. Null: inconclusive. Found though never sent: somebody else's, so rejected. */
export function endFromLookUp(kind: AnyKind, row: OperationRow, seen: LookUp<unknown>): End | null {
  const conflict = (error: GuicheError): End => ({ state: 'rejected', reason: 'conflict', error });
  if (seen.found === 'other') {
    const { existing } = seen;
    return conflict(new GuicheError('conflict', 'Its reference names another payment.', { existing }));
  }
  if (seen.found !== 'there') return null;
  if (mayBeSent(row)) return { state: 'confirmed', value: seen.value, requestId: null };
  const existing = (kind.showThere ?? kind.show)(seen.value);
  return conflict(new GuicheError('already_done', 'It was there before this one was sent.', { existing }));
}

function rejectionOf(row: Claimed, absentMs = ABSENT_MS): 'provider' | 'not_found' | null {
  const problem = row.problem as StoredProblem | null;
  // The last send's refusal proves nothing about an earlier send.
  if (row.attempts <= 1 && row.restoredAt === null && nothingWasTried(problem?.provider?.code))
    return 'provider';
  return (row.absentMs ?? 0) >= absentMs ? 'not_found' : null;
}

async function postpone(row: Claimed, absent: boolean): Promise<OperationRow | null> {
  const over = (row.begunMs ?? 0) > LOOK_UP_PERIOD_MS;
  const [after] = await db()
    .update(operations)
    .set({
      lookUps: row.lookUps + 1,
      lookedUpAt: dbNow,
      nextLookUpAt: over ? null : fromNow(waitBeforeLookUp(row.lookUps + 1)),
      // One inconclusive look-up interrupts the series of look-ups that found nothing.
      absentSince: absent ? sql`coalesce(${operations.absentSince}, now())` : null,
    })
    // A look-up that began before another send does not count.
    .where(
      and(eq(operations.id, row.id), eq(operations.state, 'unknown'), eq(operations.attempts, row.attempts)),
    )
    .returning();
  return after ?? null;
}

/** `absentMs`: ms since it is not found. `begunMs`: ms since its first send, else since its creation. */
type Claimed = OperationRow & { absentMs: number | null; begunMs: number | null };

async function claim(id: string, due: boolean): Promise<Claimed | null> {
  const ready = due ? lte(operations.nextLookUpAt, dbNow) : undefined;
  const [row] = await db()
    .update(operations)
    .set({ nextLookUpAt: fromNow(CLAIM_MS), instance: thisInstance().id })
    .where(and(eq(operations.id, id), eq(operations.state, 'unknown'), ready))
    .returning({
      ...getTableColumns(operations),
      absentMs: msSince(operations.absentSince),
      begunMs: msSince(sql`coalesce(${operations.sentAt}, ${operations.createdAt})`),
    });
  return row ?? null;
}

/** Oldest first, at most `most` per account. Accounts not configured here wait for another instance. */
export async function dueLookUps(most = 20): Promise<{ id: string; accountId: string }[]> {
  const place = sql<number>`row_number() over (partition by ${operations.accountId} order by ${operations.nextLookUpAt})`;
  const due = db()
    .select({ id: operations.id, accountId: operations.accountId, place: place.as('place') })
    .from(operations)
    .where(
      and(
        eq(operations.state, 'unknown'),
        lte(operations.nextLookUpAt, dbNow),
        inArray(operations.accountId, await configuredAccountIds()),
      ),
    )
    .as('due');
  return db()
    .select({ id: due.id, accountId: due.accountId })
    .from(due)
    .where(lte(due.place, most))
    .orderBy(due.place);
}

/** Starts the due look-ups: one after the other per account, accounts in parallel. */
export async function beginDueLookUps(signal: AbortSignal): Promise<void> {
  const due = Map.groupBy(await dueLookUps(), ({ accountId }) => accountId);
  for (const [accountId, rows] of due)
    runInBackground(`look-ups ${accountId}`, async () => {
      for (const { id } of rows) if (!signal.aborted) await lookUpOperation(id, { due: true });
    });
}

/** Whether a backup was restored after its last send from this database: it may have been sent in between. */
export const mayHaveBeenSentSinceBackup = ({ restoredAt, lastSentAt }: OperationRow): boolean =>
  restoredAt !== null && (lastSentAt === null || lastSentAt < restoredAt);

/**
 * Looks a restored operation up and settles it if it was sent after the backup. Money with an inconclusive
 * look-up becomes `unknown`: look-ups go on, or a person records the outcome. Null: not found, or no look-up.
 */
export async function settleRestored(kind: AnyKind, row: OperationRow, port: ProviderPort) {
  if (!mayHaveBeenSentSinceBackup(row) || kind.lookUp === undefined) return null;
  const seen = await tryLookUp(kind, row, port);
  const unclear = new GuicheError('restored', 'It may have been sent before the backup was put back.');
  const unclearMoney = seen.found === 'unsure' && kind.approvable === true;
  const end: End | null = unclearMoney
    ? { state: 'unknown', error: unclear }
    : endFromLookUp(kind, row, seen);
  if (end === null) return null;
  return (await settle(kind, row, end, 'left behind')) ?? row;
}

/** Sends an operation that a person approved or repeated. A restored one is looked up first. */
export const lookUpAndSend = async (kind: AnyKind, row: OperationRow, port: ProviderPort) =>
  (await settleRestored(kind, row, port)) ?? send(kind, row, port);

/** Operations whose outcome no look-up can find: a person records it (decision 01). */

/** ms after the last send when no answer can arrive any more and the merchant's statement shows the day. */
const UNRESOLVED_AFTER_MS = 24 * 60 * 60 * 1000;

/** A person may record the outcome: look-ups stopped or were inconclusive for a day, or it was restored. */
export function isUnresolved(row: OperationRow): boolean {
  // A kind without a look-up is sent again: only a new answer brings its secret, which nobody can record.
  if (row.state !== 'unknown' || operationKind(row.kind)?.lookUp === undefined) return false;
  const since = (row.lastSentAt ?? row.createdAt).getTime();
  // A send between the backup and its restore is no longer in progress.
  if (row.restoredAt !== null && since < row.restoredAt.getTime()) return true;
  return row.nextLookUpAt === null || databaseNow() - since >= UNRESOLVED_AFTER_MS;
}

/**
 * Why this person may not record the outcome. Null: they may. A payment that needs two people needs two here
 * too: neither its requester nor anyone with access the requester granted in the last 24 hours.
 */
export async function barredFromSettling(ctx: Ctx, row: OperationRow, on: Database | Transaction = db()) {
  if (!isUnresolved(row)) return 'looked_for';
  const kind = operationKind(row.kind);
  if (kind === null || !ctx.permissions.has(kind.permission)) return 'role';
  if (kind.approvable !== true || !(await needsTwo(ctx, row, on))) return null;
  if (row.operatorId === ctx.operator.id) return 'own';
  return (await isLiftedBy(on, ctx.operator.id, row.operatorId)) ? 'lifted' : null;
}

/** It was approved before, or would need an approval if it were requested today. */
async function needsTwo({ account, operator }: Ctx, row: OperationRow, on: Database | Transaction) {
  if (row.decidedBy !== null) return true;
  const rules = await approvalRules({ account, operator: { ...operator, id: row.operatorId } }, on);
  if (row.amount !== null) return secondPersonFor(rules, row.amount) !== null;
  return rules.approvalAbove !== null || rules.approvalAboveDaily !== null;
}
