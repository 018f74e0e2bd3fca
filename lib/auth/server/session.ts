import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { decode } from 'next-auth/jwt';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { nextAuthSecret, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { db } from '#lib/db/client.ts';
import { remembered, writing } from '#lib/db/remembered.ts';
import { grants, operators, sessions } from '#lib/db/schema/operators.ts';

export const IDLE_MS = 12 * 3_600_000;
export const ABSOLUTE_MS = 7 * 86_400_000;
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
  const sessionId = await openToken(token);
  return sessionId === null ? null : readSession(sessionId);
}

/** Tokens that were opened, by their hash: what is inside and until when (s) it holds never changes. */
const opened = new Map<string, { sid: string; exp: number }>();
const MOST_OPENED = 2_000;

/** The session's id inside a token; null where the token is not ours or has run out. */
async function openToken(token: string): Promise<string | null> {
  const hash = createHash('sha256').update(token).digest('base64');
  const known = opened.get(hash);
  if (known !== undefined && Date.now() < known.exp * 1000) return known.sid;
  const claims = await decode({ token, secret: nextAuthSecret() }).catch(() => null);
  const { sid, exp } = claims ?? {};
  if (typeof sid !== 'string') return null;
  if (opened.size >= MOST_OPENED) opened.clear();
  if (typeof exp === 'number') opened.set(hash, { sid, exp });
  return sid;
}

/** Looks a session up by its id; the `jwt` callback of next-auth asks the same. */
export async function readSession(sessionId: string): Promise<SignedIn | null> {
  const open = await remembered('people', sessionId, () => openRow(sessionId));
  if (open === null) return null;
  const now = Date.now();
  if (now - open.lastSeenAt > IDLE_MS || now - open.createdAt > ABSOLUTE_MS) return null;
  if (now - open.lastSeenAt > SEEN_EVERY_MS) {
    await db()
      .update(sessions)
      .set({ lastSeenAt: new Date(now) })
      .where(eq(sessions.id, sessionId));
    // Nothing else of what is remembered has changed by this write.
    open.lastSeenAt = now;
  }
  return open.signedIn;
}

/** `lastSeenAt` and `createdAt` are ms since 1970. */
type Open = { signedIn: SignedIn; lastSeenAt: number; createdAt: number };

/** An open session of the operator's present version, whatever its age. */
async function openRow(sessionId: string): Promise<Open | null> {
  const rows = await db()
    .select({ session: sessions, operator: operators, grant: grants })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), isNull(operators.disabledAt)));
  const [first] = rows;
  if (first === undefined || first.session.sessionVersion !== first.operator.sessionVersion) return null;
  const { session, operator } = first;
  const { id, name, email, preferences } = operator;
  const held = rows.flatMap(({ grant }) =>
    grant ? [{ account: grant.account, role: grant.role as Role }] : [],
  );
  return {
    signedIn: {
      sessionId,
      operator: { id, name, email, preferences },
      grants: held,
      provedAt: session.provedAt,
    },
    lastSeenAt: session.lastSeenAt.getTime(),
    createdAt: session.createdAt.getTime(),
  };
}

export async function endSession(sessionId: string): Promise<void> {
  await writing('people', () =>
    db()
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt))),
  );
}
