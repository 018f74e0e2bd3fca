import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { lockOperator } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { type SignInMethod, withinLimits } from '#lib/auth/server/session.ts';
import { type DevicePeople, isKnownOn } from '#lib/auth/server/session-cookies.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit, sessionMark } from '#lib/data/audit/append.ts';
import type { Transaction } from '#lib/data/client.ts';
import { operators, passkeys, sessions } from '#lib/data/schema/operators.ts';

/** The person who signs in and their browser. `passwordHash`, `passkeyId`: just proved, if present. */
export type Arrival = {
  operatorId: string;
  passwordHash?: string;
  passkeyId?: string;
  method: SignInMethod;
  /** When the issuer authenticated the person, in epoch seconds. Null: unknown, so nothing is proved yet. */
  authenticatedAt?: number | null;
  address: string | null;
  userAgent: string | null;
  /** People who signed in on this browser before, from its signed cookie. */
  device: DevicePeople;
};

const MOST_SESSIONS = 20;

/**
 * Opens a session in the caller's transaction. A person has at most twenty; the oldest ends. Null when, since
 * the proof, the operator was disabled, the password changed or the passkey was removed.
 */
export async function openSession(tx: Transaction, arrival: Arrival): Promise<string | null> {
  const { operatorId, address, userAgent, device } = arrival;
  // Sign-ins of one person run one after the other, so that each counts the session that the other opened.
  const operator = await lockOperator(tx, operatorId);
  if (operator === undefined || operator.disabledAt !== null) return null;
  const { passwordHash = operator.passwordHash, method } = arrival;
  if (operator.passwordHash !== passwordHash) return null;
  if (arrival.passkeyId !== undefined && !(await hasPasskey(tx, operatorId, arrival.passkeyId))) return null;
  const id = randomBytes(18).toString('base64url');
  const { sessionVersion } = operator;
  const now = sql`clock_timestamp()`;
  const agent = userAgent === null ? null : cut(userAgent, 300);
  await tx.insert(sessions).values({
    id,
    operatorId,
    sessionVersion,
    createdAt: now,
    lastSeenAt: now,
    provedAt:
      arrival.authenticatedAt === undefined
        ? now
        : sql`least(to_timestamp(${arrival.authenticatedAt ?? 0}), ${now})`,
    method,
    address,
    userAgent: agent,
  });
  await endOldest(tx, operatorId, sessionVersion);
  await appendAudit(tx, {
    operatorId,
    accountId: null,
    action: 'sign-in',
    target: sessionMark(id),
    session: sessionMark(id),
    result: 'ok',
    after: { method },
    address,
    userAgent,
  });
  await notifyNewDevice(tx, { operatorId, sessionId: id, device });
  return id;
}

/** True when the passkey exists. Its removal locks the same row, so it stays until the transaction ends. */
async function hasPasskey(tx: Transaction, operatorId: string, id: string): Promise<boolean> {
  return (await tx.$count(passkeys, and(eq(passkeys.id, id), eq(passkeys.operatorId, operatorId)))) > 0;
}

async function endOldest(tx: Transaction, operatorId: string, sessionVersion: number): Promise<void> {
  const valid = and(
    eq(sessions.operatorId, operatorId),
    eq(sessions.sessionVersion, sessionVersion),
    isNull(sessions.endedAt),
    withinLimits,
  );
  const tooMany = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(valid)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(MOST_SESSIONS);
  await tx.update(sessions).set({ endedAt: sql`now()` }).where(inArray(sessions.id, tooMany));
}

/**
 * Notifies of a session on a browser whose device cookie does not name this person. A new person's first
 * session is no news. Sessions are stored for 30 days, so only a person that new can have a first one.
 */
async function notifyNewDevice(
  tx: Transaction,
  { operatorId, sessionId, device }: { operatorId: string; sessionId: string; device: DevicePeople },
): Promise<void> {
  if (isKnownOn(device, operatorId)) return;
  const others = and(eq(sessions.operatorId, operatorId), ne(sessions.id, sessionId));
  const since = sql`greatest(${operators.createdAt}, ${operators.invitedAt})`;
  const [person] = await tx
    .select({ isNew: sql<boolean>`${since} > now() - interval '30 days'` })
    .from(operators)
    .where(eq(operators.id, operatorId));
  if (person?.isNew === true && (await tx.$count(sessions, others)) === 0) return;
  await notifySignIn(tx, operatorId, 'new_device', { id: sessionMark(sessionId) });
}
