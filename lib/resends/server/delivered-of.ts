import 'server-only';
import { inArray } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { resends } from '#lib/db/schema/resends.ts';
import { countsOfAll } from '#lib/resends/server/counts.ts';

/** By id, how many notices of each of these resends were delivered and failed so far; they are followed for a day. */
export async function deliveredOf(
  ids: readonly string[],
): Promise<Map<string, { delivered: number; failed: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select()
    .from(resends)
    .where(inArray(resends.id, [...ids]));
  const counted = await countsOfAll(rows);
  return new Map(
    [...counted].map(([id, { counts }]) => [id, { delivered: counts.delivered, failed: counts.failed }]),
  );
}
