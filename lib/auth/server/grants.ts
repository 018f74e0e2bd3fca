import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Grant } from '#lib/auth/permissions.ts';
import { keyOf } from '#lib/auth/server/hold-team.ts';
import type { Transaction } from '#lib/db/client.ts';
import { grants } from '#lib/db/schema/operators.ts';

/** Replaces a person's grants; kept ones keep giver and time. The caller tells that `people` is written. */
export async function setGrants(tx: Transaction, by: string | null, id: string, next: readonly Grant[]) {
  const held = await tx.select().from(grants).where(eq(grants.operatorId, id));
  const wanted = new Set(next.map(keyOf));
  const had = new Set(held.map(keyOf));
  for (const grant of held.filter((one) => !wanted.has(keyOf(one))))
    await tx
      .delete(grants)
      .where(and(eq(grants.operatorId, id), eq(grants.account, grant.account), eq(grants.role, grant.role)));
  const added = next.filter((one) => !had.has(keyOf(one)));
  if (added.length > 0)
    await tx.insert(grants).values(
      added.map((grant) => ({
        ...{ operatorId: id, ...grant },
        ...{ grantedBy: by, grantedAt: sql`now()` },
      })),
    );
  return { before: held.map(keyOf).sort(), after: next.map(keyOf).sort() };
}
