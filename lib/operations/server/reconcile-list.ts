import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { monitorOf } from '#lib/core/http/health.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseAhead } from '#lib/data/clock.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';
import type { AnyKind, CreatedThing, OperationRow } from '#lib/operations/server/kind.ts';
import { hasId } from '#lib/providers/rows.ts';

/** For look-ups of things that the provider shows only in its lists. */

/** Remaining clock difference to allow for once the provider's offset is known. */
const MARGIN_MS = 5 * 60_000;

/**
 * Start of the window in which the provider's lists can contain this operation. ISO 8601 UTC, by the
 * provider's clock.
 */
export const listedSince = (row: OperationRow): string =>
  new Date(firstSendTime(row) - MARGIN_MS).toISOString();

/**
 * Time of the first send by the provider's clock, in ms. When the offsets known before and since differ, a
 * clock was set: the earlier time is used, so that nothing is missed.
 */
export function firstSendTime({ accountId, sentAt, createdAt, clockOffset }: OperationRow): number {
  const seen = [clockOffset, providerOffset(accountId)].filter((ms) => typeof ms === 'number');
  return (sentAt ?? createdAt).getTime() + (seen.length === 0 ? 0 : Math.min(...seen));
}

/**
 * ms by which the provider's clock is ahead of the database's. Null: not known. `apart`: the offset to this
 * process's clock of another service than the account's own (`clockAhead`).
 */
export function providerOffset(accountId: string, apart?: number | null): number | null {
  const offsetMs = apart === undefined ? monitorOf(accountId).offsetMs : apart;
  return offsetMs === null ? null : Math.round(offsetMs - databaseAhead());
}

/**
 * Returns those ids that other confirmed operations already created; `of` is the result's property with the
 * id. Operations that change a charge or a key show its id too, so for those only the same kind counts.
 */
export async function claimedByOther(
  row: OperationRow,
  of: CreatedThing | 'key',
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
        // Repeats the condition in the form of its index.
        of === 'key'
          ? undefined
          : and(isNotNull(operations.result), inArray(createdIdIn(operations.result), [...ids])),
      ),
    );
  return new Set(rows.map((one) => one.id));
}

/**
 * Whether the record that would confirm this operation belongs to another one. A lock makes other operations
 * with the same record wait for this transaction and then see its result.
 */
export async function belongsToAnother(
  tx: Transaction,
  kind: Pick<AnyKind, 'makes' | 'show'>,
  row: OperationRow,
  value: unknown,
): Promise<boolean> {
  if (kind.makes === undefined) return false;
  const { id } = (kind.show(value)[kind.makes] ?? {}) as { id?: string };
  if (id === undefined || !isStableId(id)) return false;
  await lockNamed(tx, `made ${row.accountId} ${id}`);
  return (await claimedByOther(row, kind.makes, [id], tx)).size > 0;
}

/**
 * Whether the id comes from the provider. An id derived from a row's content changes with the row, so it
 * cannot identify it.
 */
export const isStableId = (id: string): boolean => hasId({ id: id.replace(/^[a-z]+:/, '') });
