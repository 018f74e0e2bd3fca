import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { factorsOf, takeOtp } from '#lib/auth/server/factors.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { type Arrival, openSession } from '#lib/auth/server/open-session.ts';
import { takePasskey } from '#lib/auth/server/passkeys.ts';
import { passwordMatches, renewHash } from '#lib/auth/server/passwords.ts';
import { isWithin, readPolicies } from '#lib/auth/server/policies.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import {
  type DevicePeople,
  halfSignedIn,
  isKnownOn,
  operatorOfHalf,
} from '#lib/auth/server/session-cookies.ts';
import { type Bucket, buckets, type Standing, standingOf, throttled } from '#lib/auth/server/throttle.ts';
import { clean } from '#lib/core/clean.ts';
import { audit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';

export type Attempt = {
  email: string;
  password: string;
  /** A code of the app or a recovery code, in the second step. */
  otp?: string;
  /** The cookie of the first step; it replaces e-mail and password. */
  half?: string | undefined;
  address: string | null;
  userAgent: string | null;
  /** People who signed in on this browser before, from its signed cookie. */
  device: DevicePeople;
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
  const operator = halfway ?? (await operatorOf(email));
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
  if (judged.kind === 'proved') {
    const sessionId = await enter(judged.value);
    return sessionId === null
      ? { ok: false, waitSeconds: 0 }
      : { ok: true, operatorId: judged.value.operatorId, sessionId };
  }
  // The first of two steps is not a refusal and needs no wait.
  if (failure?.why === 'otp_required') return { ok: false, waitSeconds: 0, ...failure };
  if (judged.kind === 'wrong') await refused(operator?.id ?? null, failure ? 'otp' : 'password', attempt);
  return { ok: false, waitSeconds: judged.waitSeconds, ...failure };
}

async function operatorOf(email: string) {
  const [operator] = await db()
    .select()
    .from(operators)
    .where(and(eq(operators.email, email), isNull(operators.disabledAt)));
  return operator;
}

/** Remaining attempts in the second step. `passkeyWaits`: the address must wait before it may use a passkey. */
export type SecondStanding = Standing & { passkeyWaits: boolean };

/** For the second step's page only, because it requires the right password. Counts no attempt. */
export async function secondStanding(
  operator: { id: string; email: string },
  from: Pick<Attempt, 'address' | 'device'>,
): Promise<SecondStanding> {
  const [codes, passkeys] = await Promise.all([
    standingOf([...bucketsOf(from, operator.email, operator.id), buckets.codes(operator.id)]),
    standingOf([buckets.address(from.address)]),
  ]);
  return { ...codes, passkeyWaits: passkeys.waitSeconds > 0 };
}

/** Signs in by passkey alone, without e-mail and password. Throttled by address. */
export async function signInByPasskey(
  assertion: unknown,
  from: Pick<Attempt, 'address' | 'userAgent' | 'device'>,
): Promise<SignInResult> {
  if (!isWithin((await readPolicies()).allowedNetworks, from.address))
    return { ok: false, waitSeconds: 0, why: 'network' };
  const judged = await throttled([buckets.address(from.address)], () =>
    takePasskey(assertion, { kind: 'sign-in' }),
  );
  if (judged.kind === 'proved') {
    const operatorId = judged.value;
    const { id: passkeyId } = assertion as { id: string };
    const { address, userAgent, device } = from;
    const arrival = { operatorId, method: 'passkey' as const, passkeyId, address, userAgent, device };
    const sessionId = await enter(arrival);
    return sessionId === null ? { ok: false, waitSeconds: 0 } : { ok: true, operatorId, sessionId };
  }
  if (judged.kind === 'wrong') await refused(null, 'passkey', from);
  return { ok: false, waitSeconds: judged.waitSeconds, why: 'passkey_refused' };
}

const enter = (arrival: Arrival) => changePeople((tx) => openSession(tx, arrival));

function refused(operatorId: string | null, what: string, from: Pick<Attempt, 'address' | 'userAgent'>) {
  const { address, userAgent } = from;
  const entry = { operatorId, accountId: null, address, userAgent };
  return audit(db(), { ...entry, action: 'sign-in', result: 'refused', after: { method: what } });
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
