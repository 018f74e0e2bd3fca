import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit/append.ts';
import { openSession } from '#lib/auth/server/open-session.ts';
import { passwordMatches } from '#lib/auth/server/passwords.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { type Bucket, buckets, throttled } from '#lib/auth/server/throttle.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { operators } from '#lib/db/schema/operators.ts';

export type Attempt = {
  email: string;
  password: string;
  address: string | null;
  userAgent: string | null;
  /** The operator this device signed in as before, from its signed cookie. */
  deviceOf: string | null;
};

export type SignInResult =
  | { ok: true; operatorId: string; sessionId: string }
  | { ok: false; waitSeconds: number };

/**
 * Checks e-mail and password; on success opens a session. Answers alike for an unknown e-mail. GuicheError
 * `rate_limited` when more passwords are being checked than there is room for.
 */
export async function signIn(attempt: Attempt): Promise<SignInResult> {
  const { address, userAgent } = attempt;
  const email = attempt.email.trim().toLowerCase();
  const [operator] = await db()
    .select()
    .from(operators)
    .where(and(eq(operators.email, email), isNull(operators.disabledAt)));
  const judged = await throttled(bucketsOf(attempt, email, operator?.id), async () => {
    const matches = await passwordMatches(operator?.passwordHash, attempt.password);
    return matches && operator ? operator : null;
  });
  if (judged.kind === 'proved') {
    const { id: operatorId, passwordHash } = judged.value;
    const arrival = { operatorId, passwordHash: passwordHash ?? '', address, userAgent };
    const sessionId = await writing('people', () => db().transaction((tx) => openSession(tx, arrival)));
    return sessionId === null ? { ok: false, waitSeconds: 0 } : { ok: true, operatorId, sessionId };
  }
  if (judged.kind === 'wrong')
    await audit(db(), {
      operatorId: operator?.id ?? null,
      accountId: null,
      action: 'sign-in',
      result: 'refused',
      address,
      userAgent,
    });
  return { ok: false, waitSeconds: judged.waitSeconds };
}

/** A device that signed in before has its own bucket, so that a stranger's tries cannot keep its owner out. */
function bucketsOf({ deviceOf, address }: Attempt, email: string, operatorId: string | undefined): Bucket[] {
  const account = keyedHash(email, 'throttle').slice(0, 32);
  return operatorId !== undefined && deviceOf === operatorId
    ? [buckets.device(account, operatorId)]
    : [buckets.address(address), buckets.account(account)];
}
