import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Grant } from '#lib/auth/permissions.ts';
import { keyOf } from '#lib/auth/server/hold-operator.ts';
import { lifting, noteLift } from '#lib/auth/server/lifts.ts';
import type { Transaction } from '#lib/data/client.ts';
import { grants } from '#lib/data/schema/operators.ts';

/** Replaces a person's grants; whoever adds one that lifts is noted. The caller tells that `people` is written. */
export async function setGrants(tx: Transaction, by: string | null, id: string, next: readonly Grant[]) {
  const held = await tx.select().from(grants).where(eq(grants.operatorId, id));
  const wanted = new Set(next.map(keyOf));
  const had = new Set(held.map(keyOf));
  for (const grant of held.filter((one) => !wanted.has(keyOf(one))))
    await tx
      .delete(grants)
      .where(and(eq(grants.operatorId, id), eq(grants.account, grant.account), eq(grants.role, grant.role)));
  const added = next.filter((one) => !had.has(keyOf(one)));
  if (added.length > 0) await tx.insert(grants).values(added.map((grant) => ({ operatorId: id, ...grant })));
  if (added.some(({ role }) => lifting(role))) await noteLift(tx, id, by);
  return { before: held.map(keyOf).sort(), after: next.map(keyOf).sort() };
}
