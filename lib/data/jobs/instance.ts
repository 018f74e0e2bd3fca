import 'server-only';
import { randomBytes } from 'node:crypto';
import { type AnyColumn, eq, lt, type SQL, sql } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { clockReading, dbNow, updateDatabaseClock } from '#lib/data/clock.ts';
import { instances } from '#lib/data/schema/jobs.ts';

/** ms between two signs of life. */
export const BEAT_MS = 2_000;
/** An instance not seen for so long (by the database's clock) is taken for dead: what it left is taken up. */
export const DEAD_AFTER_MS = 6_000;
/**
 * So fresh must the last sign of life be when a changing call begins, and a connection (3 s) may still be made: its
 * first byte leaves before anybody could have taken this process for dead.
 */
const FRESH_MS = 2_500;
const FRESH_ENOUGH_MS = 3_000;
const FORGOTTEN_AFTER = sql`interval '1 hour'`;

/** Two clocks, because one stops while a machine sleeps and the other can be set back. */
type Moment = { wall: number; steady: number };
/** When a sign of life began that the database then took. */
export type Proof = Moment;

export type Instance = {
  id: string;
  seen: Proof | null;
  /** Since when it is heard again, after it could not be for so long that others may look dead to it. */
  backSince: Moment | null;
};

const processState = globalThis as { guicheInstance?: Instance };

/** This process among those that share the database; it lives as long as the process. */
export function thisInstance(): Instance {
  processState.guicheInstance ??= {
    id: `ins_${randomBytes(12).toString('hex')}`,
    seen: null,
    backSince: null,
  };
  return processState.guicheInstance;
}

/** Tells the others that this process lives, and gives the proof of it. */
export async function beat(me: Instance = thisInstance()): Promise<Proof> {
  const begun = present();
  const [told] = await db()
    .insert(instances)
    .values({ id: me.id, startedAt: dbNow, seenAt: dbNow })
    .onConflictDoUpdate({
      target: instances.id,
      set: { seenAt: sql`greatest(${instances.seenAt}, now())` },
    })
    .returning({ reading: clockReading });
  if (told !== undefined) updateDatabaseClock(told.reading, begun.wall);
  if (me.seen !== null && since(me.seen) > DEAD_AFTER_MS) me.backSince = present();
  if (me.seen === null || since(begun) < since(me.seen)) me.seen = begun;
  return begun;
}

/** A fresh proof that nobody takes this process for dead; from memory while there is one. */
export async function prove(me: Instance): Promise<Proof> {
  return me.seen !== null && since(me.seen) < FRESH_MS ? me.seen : beat(me);
}

export function holds(proof: Proof): boolean {
  return since(proof) < FRESH_ENOUGH_MS;
}

/** False while this process itself was cut off from the database: the others had no chance to be seen. */
export function mayReapPeers(me: Instance = thisInstance()): boolean {
  if (me.seen === null || since(me.seen) > DEAD_AFTER_MS) return false;
  return me.backSince === null || since(me.backSince) > 2 * BEAT_MS;
}

/** Tells if a row belongs to another process that is dead: not seen, or not there any more. */
export function ofDeadInstance(column: AnyColumn, me: Instance = thisInstance()): SQL<boolean> {
  const patience = sql`${DEAD_AFTER_MS} * interval '1 millisecond'`;
  return sql<boolean>`(${column} is not null and ${column} <> ${me.id} and not exists (
    select 1 from ${instances} where ${instances.id} = ${column} and ${instances.seenAt} > now() - ${patience}))`;
}

/** A clean end: what is left of it may be taken up at once. */
export async function leave(me: Instance = thisInstance()): Promise<void> {
  await db().delete(instances).where(eq(instances.id, me.id));
}

export async function forgetDeadInstances(): Promise<void> {
  await db()
    .delete(instances)
    .where(lt(instances.seenAt, sql`now() - ${FORGOTTEN_AFTER}`));
}

const present = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/** ms since then, by the clock that saw more of them. */
const since = ({ wall, steady }: Moment): number => Math.max(Date.now() - wall, performance.now() - steady);
