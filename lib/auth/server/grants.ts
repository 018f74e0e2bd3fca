import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Grant } from '#lib/auth/permissions.ts';
import { keyOf } from '#lib/auth/server/hold-operator.ts';
import { lifting, noteLift } from '#lib/auth/server/lifts.ts';
import type { Transaction } from '#lib/data/client.ts';
import { grants } from '#lib/data/schema/operators.ts';

/**
 * Replaces a person's grants and records who added a deciding role (`noteLift`). The caller invalidates
 * `people`.
 */
export async function setGrants(tx: Transaction, by: string | null, id: string, next: readonly Grant[]) {
  const existing = await tx.select().from(grants).where(eq(grants.operatorId, id));
  const wantedKeys = new Set(next.map(keyOf));
  const existingKeys = new Set(existing.map(keyOf));
  for (const grant of existing.filter((one) => !wantedKeys.has(keyOf(one))))
    await tx
      .delete(grants)
      .where(and(eq(grants.operatorId, id), eq(grants.account, grant.account), eq(grants.role, grant.role)));
  const added = next.filter((one) => !existingKeys.has(keyOf(one)));
  if (added.length > 0) await tx.insert(grants).values(added.map((grant) => ({ operatorId: id, ...grant })));
  if (added.some(({ role }) => lifting(role))) await noteLift(tx, id, by);
  return { before: existing.map(keyOf).sort(), after: next.map(keyOf).sort() };
}
