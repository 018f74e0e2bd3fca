import 'server-only';
import { and, eq } from 'drizzle-orm';
import { hashPassword, isOfOtherForm } from '#lib/auth/server/passwords.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';

type Proved = { id: string; passwordHash: string | null };

/**
 * The stored hash after a right password. A hash of another form is replaced by one of the normalized form.
 */
export async function renewHash(
  { id, passwordHash: stored }: Proved,
  password: string,
): Promise<string | null> {
  if (stored === null || !(await isOfOtherForm(stored, password))) return stored;
  const passwordHash = await hashPassword(password);
  const renewed = await invalidateAfter('people', () =>
    db()
      .update(operators)
      .set({ passwordHash })
      .where(and(eq(operators.id, id), eq(operators.passwordHash, stored)))
      .returning({ id: operators.id }),
  );
  return renewed.length > 0 ? passwordHash : stored;
}
