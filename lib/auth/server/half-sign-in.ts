import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { operators } from '#lib/db/schema/operators.ts';

/** How long the second step waits for its code. */
export const HALF_SECONDS = 300;

type Operator = typeof operators.$inferSelect;

/**
 * Between the two steps of a sign-in: whose password was right, in the browser's own cookie, so that the page of the
 * second step asks for the code alone and works without a script. It opens nothing by itself.
 */
export function halfSignedIn({ id, passwordHash }: Pick<Operator, 'id' | 'passwordHash'>): string {
  const until = Math.round(databaseNow()) + HALF_SECONDS * 1000;
  return sign(`${id}.${until}.${marksOf(passwordHash)[0]}`, 'half sign-in');
}

/** The operator of a half sign-in while the second step waits and the password has not changed; else null. */
export async function operatorOfHalf(cookie: string | undefined): Promise<Operator | null> {
  const [id = '', until, mark] = (cookie && verifySigned(cookie, 'half sign-in'))?.split('.') ?? [];
  if (!(Number(until) > databaseNow())) return null;
  const [operator] = await db()
    .select()
    .from(operators)
    .where(and(eq(operators.id, id), isNull(operators.disabledAt)));
  return operator !== undefined && marksOf(operator.passwordHash).includes(mark ?? '') ? operator : null;
}

/** Ends with the password: of nobody's hash anything can be learnt from it. */
const marksOf = (passwordHash: string | null) =>
  keyedHashes(passwordHash ?? '', 'half sign-in').map((hash) => hash.slice(0, 16));
