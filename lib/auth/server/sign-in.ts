import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { appendAudit, audit } from '#lib/audit/append.ts';
import { passwordMatches } from '#lib/auth/server/passwords.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { countFailure, forget, waitOf } from '#lib/auth/server/throttle.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { operators, sessions } from '#lib/db/schema/operators.ts';
import { cut } from '#lib/text.ts';

export type Attempt = {
  email: string;
  password: string;
  address: string | null;
  userAgent: string | null;
  /** The operator this device signed in as before, from its signed cookie. */
  deviceOf: string | null;
};

export type SignInResult =
  | { ok: true; operatorId: string; name: string; email: string; sessionId: string; sessionVersion: number }
  | { ok: false; waitSeconds: number };

/** Checks e-mail and password; on success opens a session. Answers alike for an unknown e-mail. */
export async function signIn(attempt: Attempt): Promise<SignInResult> {
  const email = attempt.email.trim().toLowerCase();
  const [operator] = await db()
    .select()
    .from(operators)
    .where(and(eq(operators.email, email), isNull(operators.disabledAt)));
  const account = keyedHash(email, 'throttle').slice(0, 32);
  const known = operator !== undefined && attempt.deviceOf === operator.id;
  // A device that signed in before has its own bucket, so that a stranger's tries cannot keep its owner out.
  const buckets = known
    ? [`device:${account}:${attempt.deviceOf}`]
    : [`address:${attempt.address ?? 'unknown'}`, `account:${account}`];
  const wait = await waitOf(db(), buckets);
  if (wait > 0) return { ok: false, waitSeconds: wait };
  if (!(await passwordMatches(operator?.passwordHash, attempt.password)) || operator === undefined) {
    await countFailure(db(), buckets);
    await audit(db(), {
      operatorId: operator?.id ?? null,
      accountId: null,
      action: 'sign-in',
      result: 'refused',
      address: attempt.address,
      userAgent: attempt.userAgent,
    });
    return { ok: false, waitSeconds: await waitOf(db(), buckets) };
  }
  for (const bucket of buckets) await forget(db(), bucket);
  const sessionId = await writing('people', () => openSession(operator, attempt));
  const { id, name, sessionVersion } = operator;
  return { ok: true, operatorId: id, name, email, sessionId, sessionVersion };
}

async function openSession(
  operator: { id: string; sessionVersion: number },
  attempt: Attempt,
): Promise<string> {
  const id = randomBytes(18).toString('base64url');
  const now = new Date();
  await db().transaction(async (tx) => {
    await tx.insert(sessions).values({
      id,
      operatorId: operator.id,
      sessionVersion: operator.sessionVersion,
      createdAt: now,
      lastSeenAt: now,
      provedAt: now,
      address: attempt.address,
      userAgent: attempt.userAgent === null ? null : cut(attempt.userAgent, 300),
    });
    await appendAudit(tx, {
      operatorId: operator.id,
      accountId: null,
      action: 'sign-in',
      target: id.slice(0, 6),
      result: 'ok',
      address: attempt.address,
      userAgent: attempt.userAgent,
    });
  });
  return id;
}
