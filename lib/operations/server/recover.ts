import 'server-only';
import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { db } from '#lib/data/client.ts';
import { ago, dbNow, msSince } from '#lib/data/clock.ts';
import { ofDeadInstance, thisInstance } from '#lib/data/jobs/instance.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { type AnyKind, type OperationRow, openRequest, operationKind } from '#lib/operations/server/kind.ts';
import { endFromLookUp, tryLookUp } from '#lib/operations/server/look-up.ts';
import { send } from '#lib/operations/server/perform.ts';
import { type End, NEVER_SENT, settle } from '#lib/operations/server/settle.ts';
import { portFor } from '#lib/providers/registry.ts';

/** Added to the longest time a send may take. An older row is abandoned even if its process lives. */
const MARGIN_MS = 15_000;

/**
 * Recovers operations of dead instances and those older than any call. `sent` becomes `unknown` and is looked
 * up at once; `requested` is given up or sent, by kind. `everything`: no other process runs. If the old
 * process lives, `send` stops it.
 */
export async function recoverOperations(options: { everything: boolean }): Promise<void> {
  const calls = await resumeInterrupted(options);
  await Promise.all(Array.from(calls.values(), (finishAll) => finishAll()));
}

/** The part that needs the database alone. Returns the rest by account: a slow one delays no other. */
export async function resumeInterrupted({ everything }: { everything: boolean }) {
  const isSent = ({ state, kind }: OperationRow) =>
    state === 'requested' && operationKind(kind)?.afterCrash === 'send';
  const rows = await orphaned(everything);
  await recoverAll(rows.filter((row) => !isSent(row)));
  await lookUpNow(everything);
  const calls = Map.groupBy(rows.filter(isSent), ({ accountId }) => accountId);
  return new Map(Array.from(calls, ([account, ofOne]) => [account, () => recoverAll(ofOne)]));
}

async function recoverAll(rows: readonly OperationRow[]): Promise<void> {
  for (const row of rows)
    await recover(row).catch((error: unknown) =>
      log().error({ operation: row.id, err: error }, 'an operation could not be taken up'),
    );
}

async function orphaned(everything: boolean): Promise<OperationRow[]> {
  const open = inArray(operations.state, ['requested', 'sent']);
  if (everything) return db().select().from(operations).where(open);
  const age = settings().timeLimits.change + MARGIN_MS;
  const dead = ofDeadInstance(operations.instance);
  const begunAt = sql`greatest(${operations.createdAt}, ${operations.decidedAt}, ${operations.lastSentAt})`;
  const rows = await db()
    .select({ row: operations, dead, begunMs: msSince(begunAt) })
    .from(operations)
    .where(and(open, or(dead, lte(operations.createdAt, ago(age)))));
  const tooOld = (row: OperationRow, begunMs: number | null) =>
    (begunMs ?? 0) >= age + (operationKind(row.kind)?.sendsLongerBy ?? 0);
  return rows
    .filter(({ row, dead: isDead, begunMs }) => isDead || tooOld(row, begunMs))
    .map(({ row }) => row);
}

async function recover(row: OperationRow): Promise<void> {
  const kind = operationKind(row.kind);
  if (kind === null) return;
  // A row whose request cannot be read is not taken over.
  openRequest(row);
  // After a restore only a look-up can show what was sent since the backup.
  if (row.state === 'sent' || row.restoredAt !== null) {
    await settle(kind, row, UNKNOWN, 'left behind');
    return;
  }
  // An instance that has the account's variables decides: another one, or a later start of this one.
  if ((await accountById(row.accountId))?.unconfigured === true) return;
  if (kind.afterCrash === 'send') await finish(kind, row);
  else await settle(kind, row, NEVER_SENT, 'left behind');
}

const UNKNOWN: End = { state: 'unknown', error: null };

/** Looks it up first. When it does not exist, sends what the operator confirmed. */
async function finish(kind: AnyKind, orphan: OperationRow): Promise<void> {
  const row = await takeOver(orphan);
  if (row === null) return;
  const account = await accountById(row.accountId);
  if (account === null) {
    await settle(kind, row, NEVER_SENT, 'left behind');
    return;
  }
  const port = portFor(account);
  const seen = await tryLookUp(kind, row, port);
  if (seen.found === 'absent') await send(kind, row, port);
  // It exists, or the look-up is inconclusive: then the scheduled look-ups continue.
  else await settle(kind, row, endFromLookUp(kind, row, seen) ?? UNKNOWN, 'left behind');
}

/** Takes the row over. If the process that wrote it lives, it can no longer send it. */
async function takeOver(row: OperationRow): Promise<OperationRow | null> {
  const [taken] = await db()
    .update(operations)
    .set({ instance: thisInstance().id })
    .where(
      and(
        eq(operations.id, row.id),
        eq(operations.state, 'requested'),
        eq(operations.attempts, row.attempts),
        sql`${operations.instance} is not distinct from ${row.instance}`,
      ),
    )
    .returning();
  return taken ?? null;
}

/** Makes look-ups that dead processes claimed or planned due now. */
async function lookUpNow(everything: boolean): Promise<void> {
  await db()
    .update(operations)
    .set({ nextLookUpAt: dbNow, instance: thisInstance().id })
    .where(
      and(
        eq(operations.state, 'unknown'),
        gt(operations.nextLookUpAt, dbNow),
        everything ? undefined : ofDeadInstance(operations.instance),
      ),
    );
}
