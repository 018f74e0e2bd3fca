import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { monitorOf } from '#lib/core/http/health.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseAhead } from '#lib/data/clock.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { madeIdIn, operations } from '#lib/data/schema/operations.ts';
import type { AnyKind, Made, OperationRow } from '#lib/operations/server/kind.ts';
import { hasId } from '#lib/providers/rows.ts';

/** For look-ups of what a provider shows in its lists alone. */

/** The clocks of two machines differ by less, once the provider's own was seen. */
const MARGIN_MS = 5 * 60_000;

/** Nothing of an operation stands before this in the provider's lists. ISO 8601 UTC, by the provider's clock. */
export const listedSince = (row: OperationRow): string =>
  new Date(firstSendTime(row) - MARGIN_MS).toISOString();

/**
 * The first send by the provider's clock, as far as its answers told it (ms). Where what was seen of it before and
 * since differs, a clock was set meanwhile: then the earlier, so that nothing that was made is left out.
 */
export function firstSendTime({ accountId, sentAt, createdAt, clockOffset }: OperationRow): number {
  const seen = [clockOffset, providerOffset(accountId)].filter((ms) => typeof ms === 'number');
  return (sentAt ?? createdAt).getTime() + (seen.length === 0 ? 0 : Math.min(...seen));
}

/**
 * ms by which the provider's clock is ahead of the database's, as far as its answers told it. `apart`: the same, ahead
 * of ours, of a service that is not the account's own (`clockAhead`).
 */
export function providerOffset(accountId: string, apart?: number | null): number | null {
  const offsetMs = apart === undefined ? monitorOf(accountId).offsetMs : apart;
  return offsetMs === null ? null : Math.round(offsetMs - databaseAhead());
}

/**
 * Of these ids those that other operations of the account already stand for; `of` names it in their result. What
 * changes a charge or a key shows it too, and did not make it: of those only the same kind counts.
 */
export async function claimedByOther(
  row: OperationRow,
  of: Made | 'key',
  ids: readonly string[],
  on?: Pick<Database, 'select'>,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql<string>`${operations.result} -> ${sql.raw(`'${of}'`)} ->> 'id'`;
  const rows = await (on ?? db())
    .select({ id })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, row.accountId),
        ne(operations.id, row.id),
        eq(operations.state, 'confirmed'),
        of === 'payment' ? undefined : eq(operations.kind, row.kind),
        inArray(id, [...ids]),
        // The same once more, as its index has it.
        of === 'key'
          ? undefined
          : and(isNotNull(operations.result), inArray(madeIdIn(operations.result), [...ids])),
      ),
    );
  return new Set(rows.map((one) => one.id));
}

/**
 * Tells if what this operation is to be confirmed with is another's. Whoever is to be confirmed with the same waits
 * until the transaction ends, and sees then what it wrote.
 */
export async function isAnothers(
  tx: Transaction,
  kind: Pick<AnyKind, 'makes' | 'show'>,
  row: OperationRow,
  value: unknown,
): Promise<boolean> {
  if (kind.makes === undefined) return false;
  const { id } = (kind.show(value)[kind.makes] ?? {}) as { id?: string };
  if (id === undefined || !namesItself(id)) return false;
  await lockNamed(tx, `made ${row.accountId} ${id}`);
  return (await claimedByOther(row, kind.makes, [id], tx)).size > 0;
}

/** An id made up for a row without one changes with the row: nobody can tell by it whose the row is. */
export const namesItself = (id: string): boolean => hasId({ id: id.replace(/^[a-z]+:/, '') });
