import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { RequestOrigin } from '#lib/api/context.ts';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { openSessionToken, type ReadCookie, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { type Factor, factorColumns, factorsIn } from '#lib/auth/server/factors.ts';
import { absoluteLimit, idleLimit, LONGEST_ABSOLUTE_HOURS } from '#lib/auth/server/policies.ts';
import { appendAudit, sessionMark } from '#lib/data/audit/append.ts';
import { cached, invalidateAfter } from '#lib/data/cache.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { grants, operators, sessions } from '#lib/data/schema/operators.ts';

export const ABSOLUTE_SECONDS = LONGEST_ABSOLUTE_HOURS * 3_600;
const STEP_UP_MINUTES = 10;
/** A visit is written at most this often: a page's many calls are one. Until then what was read is believed. */
const SEEN_EVERY_MS = 60_000;

/** Neither idle nor too old, by the database's clock. */
export const withinLimits = sql`${sessions.lastSeenAt} > now() - ${idleLimit}
  and ${sessions.createdAt} > now() - ${absoluteLimit}`;

/** A session that still means something, beside its operator: not ended, not over its limits, of nobody disabled. */
export const sessionHolds = and(
  isNull(sessions.endedAt),
  isNull(operators.disabledAt),
  eq(sessions.sessionVersion, operators.sessionVersion),
  withinLimits,
);

/** Methods that prove a person at sign-in. */
export type SignInMethod = 'password' | 'totp' | 'recovery' | 'passkey' | 'oidc' | 'link';

export type SignedIn = {
  sessionId: string;
  /** How the session began: what proved the person. */
  method: SignInMethod;
  operator: { id: string; name: string; email: string; preferences: unknown; factors: Factor[] };
  grants: Grant[];
};

/**
 * The session of a request's cookies, or null. The cookie alone is never believed: the row must be open, of the
 * operator's present session version, and within the idle and absolute limits.
 */
export async function sessionOf(cookie: ReadCookie): Promise<SignedIn | null> {
  const sessionId = await sessionIdOf(cookie);
  return sessionId === null ? null : readSession(sessionId);
}

/** The session that the cookies name, whether or not it still holds. */
export async function sessionIdOf(cookie: ReadCookie): Promise<string | null> {
  const token = cookie(SESSION_COOKIE());
  return token === undefined ? null : openToken(token);
}

/** Tokens that were opened, by their hash: what is inside and until when (s) it holds never changes. */
const opened = new Map<string, { sid: string; exp: number }>();
const MOST_OPENED = 2_000;

/** The session's id inside a token; null where the token is not ours or has run out. */
async function openToken(token: string): Promise<string | null> {
  const hash = createHash('sha256').update(token).digest('base64');
  const known = opened.get(hash);
  if (known !== undefined && Date.now() < known.exp * 1000) return known.sid;
  const claims = await openSessionToken(token);
  const { sid, exp } = claims ?? {};
  if (typeof sid !== 'string') return null;
  if (opened.size >= MOST_OPENED) opened.clear();
  if (typeof exp === 'number') opened.set(hash, { sid, exp });
  return sid;
}

/** Looks a session up by its id; the `jwt` callback of next-auth asks the same. */
export async function readSession(sessionId: string): Promise<SignedIn | null> {
  const open = await cached('people', sessionId, () => openRow(sessionId));
  if (open === null) return null;
  if (!isDue(open)) return open.signedIn;
  const leftMs = await visit(sessionId);
  if (leftMs === null) return null;
  // Nothing else of what is remembered has changed by this write.
  Object.assign(open, onBothClocks(), { leftMs });
  return open.signedIn;
}

/** When it was last seen to hold, by the clock that only goes forward and by the one that sleeps with nobody. */
type Open = { signedIn: SignedIn; steadyMs: number; wallMs: number; leftMs: number };
const onBothClocks = () => ({ steadyMs: performance.now(), wallMs: Date.now() });
/** Milliseconds until it ends by itself if nobody comes. */
const leftMs = sql<string>`extract(epoch from least(
  ${sessions.lastSeenAt} + ${idleLimit}, ${sessions.createdAt} + ${absoluteLimit}) - now()) * 1000`;

/** Tells if the database must confirm the session again: a minute, or its rest, went by on either clock. */
function isDue({ steadyMs, wallMs, leftMs }: Open): boolean {
  const elapsed = Math.max(performance.now() - steadyMs, Math.abs(Date.now() - wallMs));
  return elapsed > SEEN_EVERY_MS || elapsed >= leftMs;
}

/** Writes the visit of a session that still holds; how long it does now, or null. */
async function visit(sessionId: string): Promise<number | null> {
  const [seen] = await db()
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), withinLimits))
    .returning({ leftMs });
  return seen === undefined ? null : Number(seen.leftMs);
}

/** A session that holds, of the operator's present version. */
async function openRow(sessionId: string): Promise<Open | null> {
  const { steadyMs, wallMs } = onBothClocks();
  const rows = await db()
    .select({
      operator: operators,
      ...factorColumns,
      method: sessions.method,
      grant: grants,
      unseenMs: sql<string>`extract(epoch from now() - ${sessions.lastSeenAt}) * 1000`,
      leftMs,
    })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(eq(sessions.id, sessionId), sessionHolds));
  const [first] = rows;
  if (first === undefined) return null;
  const { id, name, email, preferences } = first.operator;
  const held = rows.flatMap(({ grant }) =>
    grant ? [{ account: grant.account, role: grant.role as Role }] : [],
  );
  const unseenMs = Number(first.unseenMs);
  return {
    signedIn: {
      sessionId,
      method: first.method as SignInMethod,
      operator: { id, name, email, preferences, factors: factorsIn(first) },
      grants: held,
    },
    // As if read when it was last seen: the next visit is due a minute after that one.
    steadyMs: steadyMs - unseenMs,
    wallMs: wallMs - unseenMs,
    leftMs: Number(first.leftMs) + unseenMs,
  };
}

/** Until when the last proof of identity (sign-in or step-up) opens what needs one; null when a new one is due. */
export async function proofUntil(sessionId: string): Promise<Date | null> {
  const until = sql<Date>`${sessions.provedAt} + make_interval(mins => ${STEP_UP_MINUTES})`;
  const [row] = await db()
    .select({ until: until.mapWith(sessions.provedAt) })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(until, sql`now()`)));
  return row?.until ?? null;
}

export async function endSession(sessionId: string): Promise<void> {
  await invalidateAfter('people', () => endRow(db(), sessionId));
}

/** Ends a session; gives its operator, or null if it had ended. The caller tells that `people` is written. */
export async function endRow(tx: Database | Transaction, sessionId: string): Promise<string | null> {
  const [ended] = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ operatorId: sessions.operatorId });
  return ended?.operatorId ?? null;
}

/**
 * Ends all of a person's sessions (but this one); how many held until now. Those that lapsed end too: a longer limit would
 * bring them back. The caller tells that `people` is written.
 */
export async function endSessionsOf(
  tx: Transaction,
  operatorId: string,
  { but = '' }: { but?: string } = {},
): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.operatorId, operatorId), ne(sessions.id, but), isNull(sessions.endedAt)))
    .returning({ held: sql<boolean>`${withinLimits}` });
  return ended.filter(({ held }) => held).length;
}

/** The one way out, whichever address was asked: the row ends, so that no copy of the cookie works any more. */
export function signOut(sessionId: string, { address, userAgent }: RequestOrigin): Promise<void> {
  return invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      const operatorId = await endRow(tx, sessionId);
      if (operatorId === null) return;
      const session = sessionMark(sessionId);
      const who = { operatorId, accountId: null, address, userAgent, session };
      await appendAudit(tx, { ...who, action: 'sign-out', target: session, result: 'ok' });
    }),
  );
}
