import 'server-only';
import { sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { jobTurns } from '#lib/db/schema/jobs.ts';

/**
 * True for the one process whose turn `name` is for the next `forMs`: what is done by turns is done once, however
 * many instances run, and goes on elsewhere when one dies.
 */
export async function takeTurn(name: string, forMs: number): Promise<boolean> {
  const until = sql`now() + ${forMs} * interval '1 millisecond'`;
  const taken = await db()
    .insert(jobTurns)
    .values({ name, until })
    .onConflictDoUpdate({ target: jobTurns.name, set: { until }, setWhere: sql`${jobTurns.until} <= now()` })
    .returning({ name: jobTurns.name });
  return taken.length > 0;
}
