import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { type DevicePeople, isKnownOn } from '#lib/auth/server/device-people.ts';
import { sessionMark } from '#lib/data/audit/append.ts';
import type { Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
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
 * Tells somebody what became of their own sign-in, whoever did it: each time is a cause of its own. `facts.id`: the
 * mark of the session that it is about; `left`: recovery codes after this one.
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

/** Somebody who knows the password tries codes: one cause a day. */
export async function notifyCodesRefused(tx: Transaction, operatorId: string): Promise<void> {
  const day = new Date(databaseNow()).toISOString().slice(0, 10);
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
 * A session on a browser whose device cookie does not name this person, whatever else it says of itself. Somebody's first one of
 * all is no news; sessions are kept for 30 days, so that without any only somebody that new is here for the first time.
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
