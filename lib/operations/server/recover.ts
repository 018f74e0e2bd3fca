import 'server-only';
import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { db } from '#lib/data/client.ts';
import { ago, dbNow, msSince } from '#lib/data/clock.ts';
import { ofDeadInstance, thisInstance } from '#lib/data/jobs/instance.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { type AnyKind, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { endOfSeen, lookQuietly } from '#lib/operations/server/look-up.ts';
import { openRequest, send } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';
import { portFor } from '#lib/providers/registry.ts';

/** Longer than any send may take: what is older was left behind, even by a process that lives. */
const MARGIN_MS = 15_000;

/**
 * Takes up what was left: by an instance that is dead, or too long ago for any call to be under way. `sent` becomes
 * `unknown` (and is looked up at once), `requested` is given up or sent, as its kind says. `everything`: this process
 * is the only one, so whatever is open is left behind. A process taken for dead that lives does no harm: see `send`.
 */
export async function recoverOperations(given: { everything: boolean }): Promise<void> {
  const calls = await resumeInterrupted(given);
  await Promise.all([...calls.values()].map((finishThem) => finishThem()));
}

/**
 * The part of it that asks the database only; gives the rest by account: each asks its own provider, and a slow one
 * holds up nobody else's.
 */
export async function resumeInterrupted({
  everything,
}: {
  everything: boolean;
}): Promise<Map<string, () => Promise<void>>> {
  const calls = new Map<string, OperationRow[]>();
  for (const row of await orphaned(everything)) {
    const kind = operationKind(row.kind);
    if (row.state === 'requested' && kind?.afterCrash === 'send')
      calls.set(row.accountId, [...(calls.get(row.accountId) ?? []), row]);
    else await quietly(row, () => recover(row));
  }
  await lookUpNow(everything);
  return new Map(
    [...calls].map(([account, rows]) => [
      account,
      async () => {
        for (const row of rows) await quietly(row, () => recover(row));
      },
    ]),
  );
}

const quietly = (row: OperationRow, work: () => Promise<void>) =>
  work().catch((error: unknown) =>
    log().error({ operation: row.id, err: error }, 'an operation could not be taken up'),
  );

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
  const request = openRequest(row);
  // After a restore nobody knows what was sent since the backup: only a look-up tells.
  if (row.state === 'sent' || row.restoredAt !== null) {
    await settle(kind, row, request, { state: 'unknown', error: null }, 'left behind');
    return;
  }
  // Whether it goes is for whoever has the account: another instance, or a start that finds its variables again.
  if ((await accountById(row.accountId))?.unconfigured === true) return;
  if (kind.afterCrash === 'send') await finish(kind, row, request);
  else await giveUp(kind, row, request);
}

const giveUp = (kind: AnyKind, row: OperationRow, request: unknown) =>
  settle(kind, row, request, { state: 'rejected', reason: 'never_sent', error: null }, 'left behind');

/** Looks whether it is there all the same; else sends what its operator confirmed. */
async function finish(kind: AnyKind, left: OperationRow, request: unknown): Promise<void> {
  const row = await takeOver(left);
  if (row === null) return;
  const account = await accountById(row.accountId);
  if (account === null) {
    await giveUp(kind, row, request);
    return;
  }
  const port = portFor(account);
  const seen = await lookQuietly(kind, row, port);
  if (seen.found === 'absent') await send(kind, row, port);
  // It cannot be told now whether it is there: the look-ups go on by their schedule.
  else {
    const end = endOfSeen(kind, row, seen) ?? { state: 'unknown', error: null };
    await settle(kind, row, request, end, 'left behind');
  }
}

/** From now on this process sends it: the one that wrote it, should it live, finds that it may not any more. */
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

/** Unknown ones that a dead process was looking up, or would have: whoever took them up looks once, now. */
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
