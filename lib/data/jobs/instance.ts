import 'server-only';
import { randomBytes } from 'node:crypto';
import { type AnyColumn, eq, lt, type SQL, sql } from 'drizzle-orm';
import { perProcess } from '#lib/core/per-process.ts';
import { db } from '#lib/data/client.ts';
import { ago, clockReading, dbNow, updateDatabaseClock } from '#lib/data/clock.ts';
import { instances } from '#lib/data/schema/operations.ts';

/** ms between two heartbeats. */
export const BEAT_MS = 2_000;
/** An instance without a heartbeat for so many ms (database's clock) counts as dead: others take over. */
export const DEAD_AFTER_MS = 6_000;
/**
 * Greatest age (ms) of the last heartbeat when a changing call begins. Even if a connection (3 s) must still
 * be made, the call's first byte leaves before `DEAD_AFTER_MS`.
 */
const FRESH_MS = 2_500;
const FRESH_ENOUGH_MS = 3_000;
const FORGOTTEN_AFTER_MS = 3_600_000;

/** Two clocks: one stops while a machine sleeps, the other can be set back. */
type Timestamp = { wall: number; steady: number };
/** When a heartbeat began that the database then accepted. */
export type Proof = Timestamp;

export type Instance = {
  id: string;
  seen: Proof | null;
  /** When its heartbeats resumed after an outage so long that others may seem dead to it; null: none. */
  backSince: Timestamp | null;
};

/** This process's identity among those that share the database. */
export const thisInstance = (): Instance =>
  perProcess('guicheInstance', () => ({
    id: `ins_${randomBytes(12).toString('hex')}`,
    seen: null,
    backSince: null,
  }));

/** Writes a heartbeat, so that the others know that this process lives, and returns the proof of it. */
export async function beat(me: Instance = thisInstance()): Promise<Proof> {
  const begun = present();
  const [row] = await db()
    .insert(instances)
    .values({ id: me.id, startedAt: dbNow, seenAt: dbNow })
    .onConflictDoUpdate({
      target: instances.id,
      set: { seenAt: sql`greatest(${instances.seenAt}, now())` },
    })
    .returning({ reading: clockReading });
  if (row !== undefined) updateDatabaseClock(row.reading, begun.wall);
  if (me.seen !== null && since(me.seen) > DEAD_AFTER_MS) me.backSince = present();
  if (me.seen === null || since(begun) < since(me.seen)) me.seen = begun;
  return begun;
}

/** A fresh proof that nobody counts this process as dead: the last one while it is fresh, else a new one. */
export async function prove(me: Instance): Promise<Proof> {
  return me.seen !== null && since(me.seen) < FRESH_MS ? me.seen : beat(me);
}

export const holds = (proof: Proof): boolean => since(proof) < FRESH_ENOUGH_MS;

/** False during and shortly after an outage of the database, in which it could not see others' heartbeats. */
export function mayReapPeers(me: Instance = thisInstance()): boolean {
  if (me.seen === null || since(me.seen) > DEAD_AFTER_MS) return false;
  return me.backSince === null || since(me.backSince) > 2 * BEAT_MS;
}

/** SQL: true if the row belongs to another process that is dead, by an old heartbeat or no row at all. */
export function ofDeadInstance(column: AnyColumn, me: Instance = thisInstance()): SQL<boolean> {
  return sql<boolean>`(${column} is not null and ${column} <> ${me.id} and not exists (
    select 1 from ${instances} where ${instances.id} = ${column} and ${instances.seenAt} > ${ago(DEAD_AFTER_MS)}))`;
}

/** Removes this instance at a clean shutdown, so that others take over its work at once. */
export async function leave(me: Instance = thisInstance()): Promise<void> {
  await db().delete(instances).where(eq(instances.id, me.id));
}

export async function forgetDeadInstances(): Promise<void> {
  await db()
    .delete(instances)
    .where(lt(instances.seenAt, ago(FORGOTTEN_AFTER_MS)));
}

const present = (): Timestamp => ({ wall: Date.now(), steady: performance.now() });

/** ms since then, by the clock that counted more. */
const since = ({ wall, steady }: Timestamp): number =>
  Math.max(Date.now() - wall, performance.now() - steady);
