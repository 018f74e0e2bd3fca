import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { sessions } from '#lib/db/schema/operators.ts';
import { raiseNotice } from '#lib/notices/server/raise.ts';

type Step =
  | 'new_device'
  | 'password_changed'
  | 'factor_changed'
  | 'recovery_code_used'
  | 'reset'
  | 'session_ended'
  | 'sessions_ended';

/** Tells somebody what became of their own sign-in, whoever did it: each time is a cause of its own. */
export async function tellSignIn(tx: Transaction, operatorId: string, step: Step): Promise<void> {
  const cause = `sign-in:${randomUUID()}`;
  await raiseNotice(tx, { event: 'sign_in', cause, step, accountId: null, to: [operatorId] });
}

/** Somebody who knows the password tries codes: one cause a day. */
export async function tellCodesRefused(tx: Transaction, operatorId: string): Promise<void> {
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

/** A session of a browser that this person's kept sessions do not know; the first one of all is no news. */
export async function tellNewDevice(
  tx: Transaction,
  { operatorId, sessionId, userAgent }: { operatorId: string; sessionId: string; userAgent: string | null },
): Promise<void> {
  const same = userAgent === null ? isNull(sessions.userAgent) : eq(sessions.userAgent, userAgent);
  const [known] = await tx
    .select({ all: sql<number>`count(*)::int`, same: sql<number>`count(*) filter (where ${same})::int` })
    .from(sessions)
    .where(and(eq(sessions.operatorId, operatorId), ne(sessions.id, sessionId)));
  if (known !== undefined && known.all > 0 && known.same === 0)
    await tellSignIn(tx, operatorId, 'new_device');
}
