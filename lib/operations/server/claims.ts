import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import { type Database, db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { ofThing } from '#lib/operations/server/thing.ts';

/** All names of the thing that an operation acts on; `also`: those that a read of now gives it. */
export const namesOf = (
  { target, names }: Pick<OperationRow, 'target' | 'names'>,
  also: readonly string[] = [],
): string[] => [...new Set([target, ...(names ?? []), ...also])];

/**
 * Other confirmed operations of the same kind and thing that may have changed it since this one's read before: each
 * ended later, or was confirmed with a record that the read did not show (`before`: ids of those that it did).
 */
export function confirmedSince(
  row: OperationRow,
  names: readonly string[],
  before: readonly string[],
  on: Pick<Database, 'select'> = db(),
): Promise<{ amount: number | null; record: string | null }[]> {
  const record = sql<string | null>`${operations.result} ->> 'id'`;
  return on
    .select({ amount: operations.amount, record })
    .from(operations)
    .where(
      and(
        ofThing({ accountId: row.accountId, kind: row.kind, names }),
        ne(operations.id, row.id),
        eq(operations.state, 'confirmed'),
        // A record that the read before showed was there without this operation.
        sql`case when ${record} is null then ${operations.settledAt} >= ${row.createdAt}
          else not ${record} = any(${sql.param([...before])}::text[]) end`,
      ),
    );
}
