import 'server-only';
import { randomBytes } from 'node:crypto';
import { type AnyColumn, eq, lt, type SQL, sql } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { clockReading, dbNow, updateDatabaseClock } from '#lib/data/clock.ts';
import { instances } from '#lib/data/schema/jobs.ts';

/** ms between two heartbeats. */
export const BEAT_MS = 2_000;
/**
 * An instance without a heartbeat for so many ms (by the database's clock) counts as dead: others take over
 * its work.
 */
export const DEAD_AFTER_MS = 6_000;
/**
 * Greatest age (ms) of the last heartbeat when a changing call begins. Even if a connection (3 s) must still
 * be made, the call's first byte leaves before another instance could count this process as dead.
 */
const FRESH_MS = 2_500;
const FRESH_ENOUGH_MS = 3_000;
const FORGOTTEN_AFTER = sql`interval '1 hour'`;

/** Two clocks: one stops while a machine sleeps, the other can be set back. */
type Timestamp = { wall: number; steady: number };
/** When a heartbeat began that the database then accepted. */
export type Proof = Timestamp;

export type Instance = {
  id: string;
  seen: Proof | null;
  /**
   * When its heartbeats resumed after an outage so long that others may look dead to it; null: no such
   * outage.
   */
  backSince: Timestamp | null;
};

const processState = globalThis as { guicheInstance?: Instance };

/** This process's identity among those that share the database. */
export function thisInstance(): Instance {
  processState.guicheInstance ??= {
    id: `ins_${randomBytes(12).toString('hex')}`,
    seen: null,
    backSince: null,
  };
  return processState.guicheInstance;
}

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

/**
 * Returns a fresh proof that nobody counts this process as dead: the last one while it is fresh, else a new
 * one.
 */
export async function prove(me: Instance): Promise<Proof> {
  return me.seen !== null && since(me.seen) < FRESH_MS ? me.seen : beat(me);
}

export function holds(proof: Proof): boolean {
  return since(proof) < FRESH_ENOUGH_MS;
}

/**
 * False while and shortly after this process was cut off from the database: it could not see the others'
 * heartbeats.
 */
export function mayReapPeers(me: Instance = thisInstance()): boolean {
  if (me.seen === null || since(me.seen) > DEAD_AFTER_MS) return false;
  return me.backSince === null || since(me.backSince) > 2 * BEAT_MS;
}

/** SQL: true if the row belongs to another process that is dead, by an old heartbeat or no row at all. */
export function ofDeadInstance(column: AnyColumn, me: Instance = thisInstance()): SQL<boolean> {
  const patience = sql`${DEAD_AFTER_MS} * interval '1 millisecond'`;
  return sql<boolean>`(${column} is not null and ${column} <> ${me.id} and not exists (
    select 1 from ${instances} where ${instances.id} = ${column} and ${instances.seenAt} > now() - ${patience}))`;
}

/** Removes this instance at a clean shutdown, so that others take over its work at once. */
export async function leave(me: Instance = thisInstance()): Promise<void> {
  await db().delete(instances).where(eq(instances.id, me.id));
}

export async function forgetDeadInstances(): Promise<void> {
  await db()
    .delete(instances)
    .where(lt(instances.seenAt, sql`now() - ${FORGOTTEN_AFTER}`));
}

const present = (): Timestamp => ({ wall: Date.now(), steady: performance.now() });

/** ms since then, by the clock that counted more. */
const since = ({ wall, steady }: Timestamp): number =>
  Math.max(Date.now() - wall, performance.now() - steady);
