import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { databaseAhead } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { monitorOf } from '#lib/http/health.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';

/** For look-ups of what a provider shows in its lists alone. */

/** The clocks of two machines differ by less, once the provider's own was seen. */
const MARGIN_MS = 5 * 60_000;

/** Nothing of an operation stands before this in the provider's lists. ISO 8601 UTC, by the provider's clock. */
export const listedSince = (row: OperationRow): string =>
  new Date(firstSentAt(row) - MARGIN_MS).toISOString();

/**
 * The first send by the provider's clock, as far as its answers told it (ms). Where what was seen of it before and
 * since differs, a clock was set meanwhile: then the earlier, so that nothing that was made is left out.
 */
export function firstSentAt({ accountId, sentAt, createdAt, clockOffset }: OperationRow): number {
  const seen = [clockOffset, providerOffset(accountId)].filter((ms) => typeof ms === 'number');
  return (sentAt ?? createdAt).getTime() + (seen.length === 0 ? 0 : Math.min(...seen));
}

/** ms by which the provider's clock is ahead of the database's, as far as its answers told it. */
export function providerOffset(accountId: string): number | null {
  const { offsetMs } = monitorOf(accountId);
  return offsetMs === null ? null : Math.round(offsetMs - databaseAhead());
}

/** Of these ids those that other operations of the account already stand for; `of` names it in their result. */
export async function heldByOthers(
  row: OperationRow,
  of: 'payment' | 'charge' | 'key',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql<string>`${operations.result} -> ${sql.raw(`'${of}'`)} ->> 'id'`;
  const rows = await db()
    .select({ id })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, row.accountId),
        ne(operations.id, row.id),
        eq(operations.state, 'confirmed'),
        inArray(id, [...ids]),
      ),
    );
  return new Set(rows.map((one) => one.id));
}
