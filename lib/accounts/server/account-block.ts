import 'server-only';
import { eq, lt, sql } from 'drizzle-orm';
import type { KnownBlock } from '#lib/accounts/rules.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { log } from '#lib/core/log.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseIso, dbNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { accountBlocks } from '#lib/data/schema/accounts.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { ReportedBlock } from '#lib/providers/account-blocks.ts';

/** The latest known block of the account; null when the provider never reported one. */
export async function knownBlock(accountId: string) {
  const [row] = await db().select().from(accountBlocks).where(eq(accountBlocks.accountId, accountId));
  if (row === undefined) return null;
  const { blocked, operations, changedAt, toldBy } = row;
  return { blocked, operations, changedAt: changedAt.toISOString(), toldBy };
}

/** Saves a reported block. Document 2: the latest `changedAt` wins, in whatever order reports come. */
export async function saveBlock(
  accountId: string,
  { blocked, operations, changedAt }: ReportedBlock,
  toldBy: 'event' | 'read',
): Promise<void> {
  const at = changedAt === null ? dbNow : sql<Date>`${changedAt}::timestamptz`;
  const row = { accountId, blocked, operations, toldBy, changedAt: at };
  await db().transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(accountBlocks)
      .where(eq(accountBlocks.accountId, accountId))
      .for('update');
    const [stored] = await tx
      .insert(accountBlocks)
      .values(row)
      .onConflictDoUpdate({
        target: accountBlocks.accountId,
        set: { blocked, operations, toldBy, changedAt: sql`excluded.changed_at` },
        setWhere: lt(accountBlocks.changedAt, sql`excluded.changed_at`),
      })
      .returning();
    if (stored === undefined) return;
    await announce(tx, accountId, [['overview']]);
    if ((before?.blocked ?? false) !== blocked) await notifyReaders(tx, stored, before ?? null);
  });
}

type Row = typeof accountBlocks.$inferSelect;

/** Notifies the account's readers. A block and its release share one cause, named by when the block began. */
async function notifyReaders(tx: Transaction, { accountId, blocked, changedAt }: Row, before: Row | null) {
  const began = blocked ? changedAt : (before?.changedAt ?? changedAt);
  await raiseNotice(tx, {
    event: 'account_block',
    cause: `block:${accountId}:${began.toISOString()}`,
    step: blocked ? 'blocked' : 'released',
    accountId,
    to: await holdersOf(tx, accountId, 'read'),
  });
}

/**
 * Reads, and saves the block in the answer; without `changedAt` it counts from the request, so that an event
 * received meanwhile is later.
 */
export async function readWithBlock<T>(
  accountId: string,
  read: () => Promise<T>,
  blockIn: (answer: T, known: KnownBlock | null) => ReportedBlock | null,
): Promise<T> {
  const requestedAt = databaseIso();
  const answer = await read();
  try {
    const known = await knownBlock(accountId);
    const block = blockIn(answer, known);
    if (block !== null && isNews(block, known))
      await saveBlock(accountId, { ...block, changedAt: block.changedAt ?? requestedAt }, 'read');
  } catch (error) {
    // The caller still gets its answer; the next one reports the block again.
    log().error({ err: error }, 'an account’s block could not be kept');
  }
  return answer;
}

/** An account that was never blocked needs no row, and an unchanged block keeps its start time. */
function isNews({ blocked, operations }: ReportedBlock, known: KnownBlock | null): boolean {
  if (known === null) return blocked;
  return blocked !== known.blocked || [...operations].sort().join() !== [...known.operations].sort().join();
}
