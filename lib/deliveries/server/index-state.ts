import 'server-only';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Account } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import { deliveryIndexes } from '#lib/data/schema/deliveries.ts';

export type IndexState = typeof deliveryIndexes.$inferSelect;

/** How long (ms) an index stays current after a read. */
const WANTED_MS = 60_000;
const WANTED_AGAIN_MS = 20_000;

export async function indexState(accountId: string): Promise<IndexState | null> {
  const [row] = await db().select().from(deliveryIndexes).where(eq(deliveryIndexes.accountId, accountId));
  return row ?? null;
}

/** Creates an account's index, or keeps it current for another minute (or `forMs`). */
export async function keepIndexCurrent(accountId: string, forMs = WANTED_MS): Promise<IndexState> {
  const known = await indexState(accountId);
  const until = fromNow(forMs);
  // Avoids a write on every call.
  const enough = Math.max(0, forMs - WANTED_AGAIN_MS);
  if (known !== null && known.wantedUntil.getTime() > databaseNow() + enough) return known;
  const [row] = await db()
    .insert(deliveryIndexes)
    .values({ accountId, wantedUntil: until })
    .onConflictDoUpdate({
      target: deliveryIndexes.accountId,
      set: { wantedUntil: sql`greatest(${deliveryIndexes.wantedUntil}, excluded.wanted_until)` },
    })
    .returning();
  if (row === undefined) throw new Error('The index has no row.');
  return row;
}

/** Null: another process wrote first, so this read is repeated. */
export async function saveState(
  tx: Database | Transaction,
  state: IndexState,
  change: Omit<PgUpdateSetSource<typeof deliveryIndexes>, 'accountId' | 'version' | 'wantedUntil'>,
): Promise<IndexState | null> {
  const [saved] = await tx
    .update(deliveryIndexes)
    .set({ ...change, version: state.version + 1 })
    .where(and(eq(deliveryIndexes.accountId, state.accountId), eq(deliveryIndexes.version, state.version)))
    .returning();
  return saved ?? null;
}

/** Indexes with work: requested by a caller, or not yet read to their end. */
export function openIndexes(): Promise<IndexState[]> {
  return db()
    .select()
    .from(deliveryIndexes)
    .where(or(gt(deliveryIndexes.wantedUntil, dbNow), eq(deliveryIndexes.backDone, false)));
}

const DAY_MS = 86_400_000;
const MOST_EMBEDDED = 1_000_000;

/** Most records in the embedded database; PostgreSQL has no limit. */
export const mostRows = (): number =>
  settings().databaseUrl === null ? MOST_EMBEDDED : Number.POSITIVE_INFINITY;

const daysOf = ({ settings: { deliveryDays } }: Account): number => {
  const set = Number(deliveryDays);
  return set >= 1 && set <= 400 ? set : settings().mirrorDays;
};

/** Older records (epoch ms) are neither read nor stored: the account's retention, or the general one. */
export const retainedSince = (account: Account): number => databaseNow() - daysOf(account) * DAY_MS;

/** Longest retention of all accounts, including removed ones, in ms. */
export const longestRetention = (accounts: readonly Account[]): number =>
  Math.max(settings().mirrorDays, ...accounts.map(daysOf)) * DAY_MS;
