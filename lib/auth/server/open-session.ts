import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { appendAudit } from '#lib/audit/append.ts';
import { withinLimits } from '#lib/auth/server/session.ts';
import type { Transaction } from '#lib/db/client.ts';
import { operators, sessions } from '#lib/db/schema/operators.ts';
import { cut } from '#lib/text.ts';

/** Who signs in from where; `passwordHash` is the one that was proved. */
export type Arrival = {
  operatorId: string;
  passwordHash: string;
  address: string | null;
  userAgent: string | null;
};

const MOST_SESSIONS = 20;

/**
 * Opens a session, within the caller's transaction; the oldest ends where a person has more than twenty. Null when
 * the operator was disabled, or got another password, since the proof.
 */
export async function openSession(tx: Transaction, arrival: Arrival): Promise<string | null> {
  const { operatorId, address, userAgent } = arrival;
  // Sign-ins of one person take turns, so that each counts what the other opened.
  const [operator] = await tx
    .select({ passwordHash: operators.passwordHash, sessionVersion: operators.sessionVersion })
    .from(operators)
    .where(and(eq(operators.id, operatorId), isNull(operators.disabledAt)))
    .for('no key update');
  if (operator === undefined || operator.passwordHash !== arrival.passwordHash) return null;
  const id = randomBytes(18).toString('base64url');
  const { sessionVersion } = operator;
  const now = sql`clock_timestamp()`;
  await tx.insert(sessions).values({
    id,
    operatorId,
    sessionVersion,
    createdAt: now,
    lastSeenAt: now,
    provedAt: now,
    address,
    userAgent: userAgent === null ? null : cut(userAgent, 300),
  });
  await endOldest(tx, operatorId, sessionVersion);
  await appendAudit(tx, {
    operatorId,
    accountId: null,
    action: 'sign-in',
    target: id.slice(0, 6),
    result: 'ok',
    address,
    userAgent,
  });
  return id;
}

async function endOldest(tx: Transaction, operatorId: string, sessionVersion: number): Promise<void> {
  const living = and(
    eq(sessions.operatorId, operatorId),
    eq(sessions.sessionVersion, sessionVersion),
    isNull(sessions.endedAt),
    withinLimits,
  );
  const tooMany = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(living)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(MOST_SESSIONS);
  await tx.update(sessions).set({ endedAt: sql`now()` }).where(inArray(sessions.id, tooMany));
}
