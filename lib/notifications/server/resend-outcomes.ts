import 'server-only';
import { and, count, eq, inArray } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { resendItems, resends } from '#lib/db/schema/resends.ts';

type Outcome = { delivered: number; failed: number };

/** By id, how many notices of each of these resends were delivered and failed so far; they are followed for a day. */
export async function resendOutcomes(ids: readonly string[]): Promise<Map<string, Outcome>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: resends.id, counts: resends.counts })
    .from(resends)
    .where(inArray(resends.id, [...new Set(ids)]));
  const followed = await counted(rows.flatMap(({ id, counts }) => (counts === null ? [id] : [])));
  return new Map(rows.map(({ id, counts }) => [id, outcomeIn(counts) ?? followed(id)]));
}

/** As it was kept once nothing changes it any more. */
function outcomeIn(counts: unknown): Outcome | null {
  const { delivered, failed } = (counts ?? {}) as Partial<Outcome>;
  return delivered === undefined || failed === undefined ? null : { delivered, failed };
}

async function counted(ids: string[]): Promise<(id: string) => Outcome> {
  const { resendId, state, result } = resendItems;
  const rows =
    ids.length === 0
      ? []
      : await db()
          .select({ resendId, result, items: count() })
          .from(resendItems)
          .where(
            and(inArray(resendId, ids), eq(state, 'requested'), inArray(result, ['delivered', 'failed'])),
          )
          .groupBy(resendId, result);
  const of = (id: string, word: string) =>
    rows.find((row) => row.resendId === id && row.result === word)?.items ?? 0;
  return (id) => ({ delivered: of(id, 'delivered'), failed: of(id, 'failed') });
}
