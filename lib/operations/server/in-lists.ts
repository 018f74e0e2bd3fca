import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { monitorOf } from '#lib/http/health.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';

/** For look-ups of what a provider shows in its lists alone. */

/** The clocks of two machines differ by less, once the provider's own was seen. */
const MARGIN_MS = 5 * 60_000;

/** Nothing of an operation stands before this in the provider's lists. ISO 8601 UTC, by the provider's clock. */
export function listedSince(row: OperationRow): string {
  const ahead = row.clockOffset ?? monitorOf(row.accountId).offsetMs ?? 0;
  const sent = (row.sentAt ?? row.createdAt).getTime() + ahead;
  return new Date(sent - MARGIN_MS).toISOString();
}

/** Of these ids those that other operations of the account already stand for; `of` names it in their result. */
export async function heldByOthers(
  row: OperationRow,
  of: 'payment' | 'charge',
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
