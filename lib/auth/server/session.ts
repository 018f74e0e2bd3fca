import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { RequestOrigin } from '#lib/api/context.ts';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { openSessionToken, type ReadCookie, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { type Factor, factorColumns, factorsIn } from '#lib/auth/server/factors.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { absoluteLimit, idleLimit, LONGEST_ABSOLUTE_HOURS } from '#lib/auth/server/policies.ts';
import { appendAudit, sessionMark } from '#lib/data/audit/append.ts';
import { cached, invalidateAfter } from '#lib/data/cache.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { grants, operators, sessions } from '#lib/data/schema/operators.ts';

export const ABSOLUTE_SECONDS = LONGEST_ABSOLUTE_HOURS * 3_600;
const STEP_UP_MINUTES = 10;
/** `lastSeenAt` is written at most this often; until then the cached session is trusted. */
const SEEN_EVERY_MS = 60_000;

/** Within the idle and the absolute limit, by the database's clock. */
export const withinLimits = sql`${sessions.lastSeenAt} > now() - ${idleLimit}
  and ${sessions.createdAt} > now() - ${absoluteLimit}`;

/** A valid session of an operator: not ended, within its limits, of the present version, not disabled. */
export const sessionIsValid = and(
  isNull(sessions.endedAt),
  isNull(operators.disabledAt),
  eq(sessions.sessionVersion, operators.sessionVersion),
  withinLimits,
);

/** How a person can prove their identity at sign-in. */
export type SignInMethod = 'password' | 'totp' | 'recovery' | 'passkey' | 'oidc' | 'link';

export type SignedIn = {
  sessionId: string;
  /** How the person proved their identity when the session began. */
  method: SignInMethod;
  operator: { id: string; name: string; email: string; preferences: unknown; factors: Factor[] };
  grants: Grant[];
};

/**
 * The session of a request's cookies, or null. The cookie alone proves nothing: the row must be open, of the
 * operator's present session version, and within the idle and absolute limits.
 */
export async function sessionOf(cookie: ReadCookie): Promise<SignedIn | null> {
  const sessionId = await sessionIdOf(cookie);
  return sessionId === null ? null : readSession(sessionId);
}

/** The session id in the cookies, valid or not. */
export async function sessionIdOf(cookie: ReadCookie): Promise<string | null> {
  const token = cookie(SESSION_COOKIE());
  return token === undefined ? null : openToken(token);
}

/** Decrypted tokens by their hash. The session id and the expiry (epoch s) in a token never change. */
const tokenCache = new LRUCache<string, { sid: string; exp: number }>({ max: 2_000 });

/** The session id in a token; null for a foreign or expired token. */
async function openToken(token: string): Promise<string | null> {
  const hash = createHash('sha256').update(token).digest('base64');
  const known = tokenCache.get(hash);
  if (known !== undefined && Date.now() < known.exp * 1000) return known.sid;
  const claims = await openSessionToken(token);
  const { sid, exp } = claims ?? {};
  if (typeof sid !== 'string') return null;
  if (typeof exp === 'number') tokenCache.set(hash, { sid, exp });
  return sid;
}

/** The valid session of an id, or null. next-auth's `jwt` callback uses it too. */
export async function readSession(sessionId: string): Promise<SignedIn | null> {
  const open = await cached('people', sessionId, () => openRow(sessionId));
  if (open === null) return null;
  if (!isDue(open)) return open.signedIn;
  const remainingMs = await recordVisit(sessionId);
  if (remainingMs === null) return null;
  // The visit changes nothing else in the cached session.
  Object.assign(open, onBothClocks(), { remainingMs });
  return open.signedIn;
}

/**
 * `steadyMs` and `wallMs`: when the session was last confirmed, by the monotonic clock and by the wall clock,
 * which also counts while the machine sleeps.
 */
type Open = { signedIn: SignedIn; steadyMs: number; wallMs: number; remainingMs: number };
const onBothClocks = () => ({ steadyMs: performance.now(), wallMs: Date.now() });
/** Milliseconds until the session expires if no call comes. */
const remainingMs = sql<string>`extract(epoch from least(
  ${sessions.lastSeenAt} + ${idleLimit}, ${sessions.createdAt} + ${absoluteLimit}) - now()) * 1000`;

/** True when the database must confirm the session: a minute, or its remaining time, passed on a clock. */
function isDue({ steadyMs, wallMs, remainingMs }: Open): boolean {
  const elapsed = Math.max(performance.now() - steadyMs, Math.abs(Date.now() - wallMs));
  return elapsed > SEEN_EVERY_MS || elapsed >= remainingMs;
}

/** Records a visit of a valid session. Returns its remaining ms, or null when it is no longer valid. */
async function recordVisit(sessionId: string): Promise<number | null> {
  const [seen] = await db()
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), withinLimits))
    .returning({ remainingMs });
  return seen === undefined ? null : Number(seen.remainingMs);
}

async function openRow(sessionId: string): Promise<Open | null> {
  const { steadyMs, wallMs } = onBothClocks();
  const rows = await db()
    .select({
      operator: operators,
      ...factorColumns,
      method: sessions.method,
      grant: grants,
      unseenMs: sql<string>`extract(epoch from now() - ${sessions.lastSeenAt}) * 1000`,
      remainingMs,
    })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(eq(sessions.id, sessionId), sessionIsValid));
  const [first] = rows;
  if (first === undefined) return null;
  const { id, name, email, preferences } = first.operator;
  const granted = rows.flatMap(({ grant }) =>
    grant ? [{ account: grant.account, role: grant.role as Role }] : [],
  );
  const unseenMs = Number(first.unseenMs);
  return {
    signedIn: {
      sessionId,
      method: first.method as SignInMethod,
      operator: { id, name, email, preferences, factors: factorsIn(first) },
      grants: granted,
    },
    // Counts from when the session was last seen: the next visit is due a minute after that.
    steadyMs: steadyMs - unseenMs,
    wallMs: wallMs - unseenMs,
    remainingMs: Number(first.remainingMs) + unseenMs,
  };
}

/** Until when the last proof of identity (sign-in or step-up) is fresh; null when a new one is required. */
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

/** Ends a session; null if it had ended or is not of `operatorId`. The caller invalidates `people`. */
export async function endRow(
  tx: Database | Transaction,
  sessionId: string,
  operatorId?: string,
): Promise<string | null> {
  const [ended] = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(sessions.id, sessionId),
        operatorId === undefined ? undefined : eq(sessions.operatorId, operatorId),
        isNull(sessions.endedAt),
      ),
    )
    .returning({ operatorId: sessions.operatorId });
  return ended?.operatorId ?? null;
}

/**
 * Ends all of a person's sessions except `but`; returns how many were valid. Expired ones end too: a longer
 * limit would revive them. The caller invalidates `people`.
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
    .returning({ wasValid: sql<boolean>`${withinLimits}` });
  return ended.filter(({ wasValid }) => wasValid).length;
}

/** Every sign-out ends the session's row, so that no copy of the cookie works any more. */
export function signOut(sessionId: string, { address, userAgent }: RequestOrigin): Promise<void> {
  return changePeople(async (tx) => {
    const operatorId = await endRow(tx, sessionId);
    if (operatorId === null) return;
    const session = sessionMark(sessionId);
    const who = { operatorId, address, userAgent, session };
    await appendAudit(tx, { ...who, action: 'sign-out', target: session });
  });
}
