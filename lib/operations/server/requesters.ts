import 'server-only';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';

type Person = { id: string; name: string };

/** Operators who asked here for the payments of these references; others were asked for elsewhere. */
export async function requestersOf(
  accountId: string,
  kinds: readonly string[],
  references: readonly (string | null)[],
): Promise<Map<string, Person>> {
  const known = [...new Set(references)].filter((one) => one !== null);
  if (known.length === 0) return new Map();
  const rows = await db()
    .select({ reference: operations.clientReference, id: operations.operatorId })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(operations.kind, [...kinds]),
        inArray(operations.clientReference, known),
      ),
    )
    .orderBy(asc(operations.createdAt));
  const names = await operatorNames(rows.map(({ id }) => id));
  return new Map(rows.map(({ reference, id }) => [reference ?? '', { id, name: names.get(id) ?? '' }]));
}
