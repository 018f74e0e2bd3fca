import 'server-only';
import { inArray } from 'drizzle-orm';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { operators } from '#lib/db/schema/operators.ts';

/** Names of these operators by id, disabled ones too; an id that is gone has none. */
export async function operatorNames(
  ids: Iterable<string>,
  on: Database | Transaction = db(),
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await on
    .select({ id: operators.id, name: operators.name })
    .from(operators)
    .where(inArray(operators.id, wanted));
  return new Map(found.map(({ id, name }) => [id, name]));
}
