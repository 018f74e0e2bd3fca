import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { factorsOf, takeOtp } from '#lib/auth/server/factors.ts';
import { activeOperator, changePeople, lockOperator } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { takePasskey } from '#lib/auth/server/passkeys.ts';
import { passwordMatches, renewHash } from '#lib/auth/server/passwords.ts';
import { isWithin, readPolicies } from '#lib/auth/server/policies.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { type SignInMethod, withinLimits } from '#lib/auth/server/session.ts';
import {
  type DevicePeople,
  halfSignedIn,
  isKnownOn,
  operatorOfHalf,
} from '#lib/auth/server/session-cookies.ts';
import { clean } from '#lib/core/clean.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit, audit, sessionMark } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { type Bucket, buckets, standingOf, throttled } from '#lib/data/rate-limit/attempts.ts';
import { operators, passkeys, sessions } from '#lib/data/schema/operators.ts';

type From = Pick<Arrival, 'address' | 'userAgent' | 'device'>;
export type Attempt = From & {
  email: string;
  password: string;
  /** A code of the app or a recovery code, in the second step. */
  otp?: string;
  /** The cookie of the first step; it replaces e-mail and password. */
  half?: string | undefined;
};

export type SignInResult =
  | { ok: true; operatorId: string; sessionId: string }
  /**
   * `why`: the address is in no allowed network; the password was right but the code is missing (`half`
   * continues from there) or wrong; the passkey was refused.
   */
  | {
      ok: false;
      waitSeconds: number;
      why?: 'network' | 'otp_required' | 'otp_refused' | 'passkey_refused';
      half?: string;
    };

/**
 * Checks e-mail and password, and the code if a second factor is set up; then opens a session. An unknown
 * e-mail gets the same answer as a wrong password. A right password without its code still counts as an
 * attempt. GuicheError `rate_limited` when too many passwords are being checked.
 */
export async function signIn(attempt: Attempt): Promise<SignInResult> {
  const { address, userAgent, device, otp = '' } = attempt;
  if (!isWithin((await readPolicies()).allowedNetworks, address))
    return { ok: false, waitSeconds: 0, why: 'network' };
  const halfway = attempt.password === '' && otp !== '' ? await operatorOfHalf(attempt.half) : null;
  const email = halfway?.email ?? clean('email', attempt.email).toLowerCase();
  const operator = halfway ?? (await activeOperator(eq(operators.email, email)));
  let failure: { why: 'otp_required' | 'otp_refused'; half?: string } | undefined;
  const judged = await throttled(bucketsOf(attempt, email, operator?.id), async () => {
    const right = halfway !== null || (await passwordMatches(operator?.passwordHash, attempt.password));
    if (!right || operator === undefined) return null;
    const operatorId = operator.id;
    const passwordHash =
      halfway === null ? await renewHash(operator, attempt.password) : operator.passwordHash;
    const proved = { operatorId, passwordHash: passwordHash ?? '', address, userAgent, device };
    if ((await factorsOf(operatorId)).length === 0) return { ...proved, method: 'password' as const };
    failure =
      otp === ''
        ? { why: 'otp_required', half: halfSignedIn({ id: operatorId, passwordHash }) }
        : { why: 'otp_refused' };
    const method = otp === '' ? null : await takeOtp(operatorId, otp);
    return method === null ? null : { ...proved, method };
  });
  if (judged.kind === 'proved') return enter(judged.value);
  // The first of two steps is not a refusal and needs no wait.
  if (failure?.why === 'otp_required') return { ok: false, waitSeconds: 0, ...failure };
  if (judged.kind === 'wrong') await refused(operator?.id ?? null, failure ? 'otp' : 'password', attempt);
  return { ok: false, waitSeconds: judged.waitSeconds, ...failure };
}

/**
 * Remaining attempts in the second step, for its page only, because it requires the right password. Counts
 * none. `passkeyWaits`: the address must wait before it may use a passkey.
 */
export async function secondStanding(
  operator: { id: string; email: string },
  from: Pick<Attempt, 'address' | 'device'>,
) {
  const [codes, passkeys] = await Promise.all([
    standingOf([...bucketsOf(from, operator.email, operator.id), buckets.codes(operator.id)]),
    standingOf([buckets.address(from.address)]),
  ]);
  return { ...codes, passkeyWaits: passkeys.waitSeconds > 0 };
}

/** Signs in by passkey alone, without e-mail and password. Throttled by address. */
export async function signInByPasskey(assertion: unknown, from: From): Promise<SignInResult> {
  if (!isWithin((await readPolicies()).allowedNetworks, from.address))
    return { ok: false, waitSeconds: 0, why: 'network' };
  const judged = await throttled([buckets.address(from.address)], () =>
    takePasskey(assertion, { kind: 'sign-in' }),
  );
  if (judged.kind === 'proved') {
    const { id: passkeyId } = assertion as { id: string };
    const { address, userAgent, device } = from;
    return enter({ operatorId: judged.value, method: 'passkey', passkeyId, address, userAgent, device });
  }
  if (judged.kind === 'wrong') await refused(null, 'passkey', from);
  return { ok: false, waitSeconds: judged.waitSeconds, why: 'passkey_refused' };
}

async function enter(arrival: Arrival): Promise<SignInResult> {
  const sessionId = await changePeople((tx) => openSession(tx, arrival));
  return sessionId === null
    ? { ok: false, waitSeconds: 0 }
    : { ok: true, operatorId: arrival.operatorId, sessionId };
}

function refused(operatorId: string | null, method: string, { address, userAgent }: From) {
  const who = { operatorId, address, userAgent };
  return audit(db(), { ...who, action: 'sign-in', result: 'refused', after: { method } });
}

/** A device that the person used has its own bucket, so that strangers' attempts cannot lock them out. */
function bucketsOf(
  { device, address }: Pick<Attempt, 'address' | 'device'>,
  email: string,
  operatorId: string | undefined,
): Bucket[] {
  const account = keyedHash(email, 'throttle').slice(0, 32);
  return operatorId !== undefined && isKnownOn(device, operatorId)
    ? [buckets.device(account, operatorId)]
    : [buckets.address(address), buckets.account(account)];
}

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
  const session = sessionMark(id);
  const entry = { operatorId, address, userAgent, session, target: session, after: { method } };
  await appendAudit(tx, { ...entry, action: 'sign-in' });
  if (!isKnownOn(device, operatorId)) await notifyNewDevice(tx, operatorId, id);
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
 * Notifies of a session on a browser whose device cookie does not name the person. A new person's first
 * session is no news. Sessions are stored for 30 days, so only a person that new can have a first one.
 */
async function notifyNewDevice(tx: Transaction, operatorId: string, sessionId: string): Promise<void> {
  const others = and(eq(sessions.operatorId, operatorId), ne(sessions.id, sessionId));
  const since = sql`greatest(${operators.createdAt}, ${operators.invitedAt})`;
  const [person] = await tx
    .select({ isNew: sql<boolean>`${since} > now() - interval '30 days'` })
    .from(operators)
    .where(eq(operators.id, operatorId));
  if (person?.isNew === true && (await tx.$count(sessions, others)) === 0) return;
  await notifySignIn(tx, operatorId, 'new_device', { id: sessionMark(sessionId) });
}
