import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { decode } from 'next-auth/jwt';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { nextAuthSecret, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { db } from '#lib/db/client.ts';
import { grants, operators, sessions } from '#lib/db/schema/operators.ts';

const IDLE_MS = 12 * 3_600_000;
const ABSOLUTE_MS = 7 * 86_400_000;
/** `lastSeenAt` is written at most this often: a page's many calls are one visit. */
const SEEN_EVERY_MS = 60_000;
export const STEP_UP_MS = 10 * 60_000;

export type SignedIn = {
  sessionId: string;
  operator: { id: string; name: string; email: string; preferences: unknown };
  grants: Grant[];
  /** When the operator last proved who they are (sign-in or step-up). */
  provedAt: Date;
};

/**
 * The session of a request's cookies, or null. The cookie alone is never believed: the row must be open, of the
 * operator's present session version, and within the idle and absolute limits.
 */
export async function sessionOf(cookie: (name: string) => string | undefined): Promise<SignedIn | null> {
  const token = cookie(SESSION_COOKIE());
  if (token === undefined) return null;
  const claims = await decode({ token, secret: nextAuthSecret() }).catch(() => null);
  const sessionId = claims?.sid;
  return typeof sessionId === 'string' ? readSession(sessionId) : null;
}

/** Looks a session up by its id; the `jwt` callback of next-auth asks the same. */
export async function readSession(sessionId: string): Promise<SignedIn | null> {
  const rows = await db()
    .select({ session: sessions, operator: operators, grant: grants })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), isNull(operators.disabledAt)));
  const [first] = rows;
  if (first === undefined || first.session.sessionVersion !== first.operator.sessionVersion) return null;
  const { session, operator } = first;
  const now = Date.now();
  if (now - session.lastSeenAt.getTime() > IDLE_MS || now - session.createdAt.getTime() > ABSOLUTE_MS)
    return null;
  if (now - session.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await db()
      .update(sessions)
      .set({ lastSeenAt: new Date(now) })
      .where(eq(sessions.id, sessionId));
  return {
    sessionId,
    operator: {
      id: operator.id,
      name: operator.name,
      email: operator.email,
      preferences: operator.preferences,
    },
    grants: rows.flatMap(({ grant }) =>
      grant ? [{ account: grant.account, role: grant.role as Role }] : [],
    ),
    provedAt: session.provedAt,
  };
}

export async function endSession(sessionId: string): Promise<void> {
  await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}
