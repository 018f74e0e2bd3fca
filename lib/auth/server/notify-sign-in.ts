import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { type DevicePeople, isKnownOn } from '#lib/auth/server/device-people.ts';
import { sessionMark } from '#lib/data/audit/append.ts';
import type { Transaction } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';

type Step =
  | 'new_device'
  | 'password_changed'
  | 'factor_changed'
  | 'recovery_code_used'
  | 'reset'
  | 'session_ended'
  | 'sessions_ended';

/**
 * Notifies a person of each change to their own sign-in, whoever made it. `facts.id`: the mark of the session
 * concerned; `left`: recovery codes still unused.
 */
export async function notifySignIn(
  tx: Transaction,
  operatorId: string,
  step: Step,
  facts: { id?: string; left?: number } = {},
): Promise<void> {
  const cause = `sign-in:${randomUUID()}`;
  await raiseNotice(tx, { event: 'sign_in', cause, step, accountId: null, facts, to: [operatorId] });
}

/** Someone who knows the password is trying codes. The person is notified once a day. */
export async function notifyCodesRefused(tx: Transaction, operatorId: string): Promise<void> {
  const day = databaseIso().slice(0, 10);
  const cause = `codes:${operatorId}:${day}`;
  await raiseNotice(tx, {
    event: 'sign_in',
    cause,
    step: 'codes_refused',
    accountId: null,
    to: [operatorId],
  });
}

/**
 * Notifies of a session on a browser whose device cookie does not name this person. A new person's first
 * session is no news. Sessions are kept for 30 days, so only a person that new can have a first one.
 */
export async function notifyNewDevice(
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
