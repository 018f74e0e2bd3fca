import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import * as client from 'openid-client';
import { z } from 'zod';
import type { RequestOrigin } from '#lib/api/context.ts';
import { identify } from '#lib/api/steps/identify.ts';
import {
  COOKIE_OPTIONS,
  DEVICE_COOKIE,
  dropCookie,
  type ReadCookie,
  SIGN_ON_COOKIE,
  setCookie,
} from '#lib/auth/server/cookies.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { takeChallenge } from '#lib/auth/server/passkeys.ts';
import { isWithin, readPolicies } from '#lib/auth/server/policies.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { issueSession, readDevice } from '#lib/auth/server/session-cookies.ts';
import { isLoopbackAddress } from '#lib/core/address-name.ts';
import { type SignOnSettings, settings } from '#lib/core/env/settings.ts';
import { GuicheError, orNull } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit, audit } from '#lib/data/audit/append.ts';
import { createCache, monotonicNow } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { databaseAhead, databaseNow } from '#lib/data/clock.ts';
import { addressGroup, buckets, throttled } from '#lib/data/rate-limit/attempts.ts';
import { RepeatedRefusals } from '#lib/data/rate-limit/refusals.ts';
import { sessions } from '#lib/data/schema/operators.ts';
import { ownPath } from '#lib/session/server/sign-in-page.ts';
import { enterProved, operatorOfIdentity, rolesOf } from '#lib/sso/server/person.ts';

type Purpose = 'sign-in' | 'step-up';
/** What a return from the issuer is checked against, sealed in the browser's cookie and used once. */
type Journey = {
  purpose: Purpose;
  /** For a step-up: the session to be proved. */
  sessionId: string | null;
  state: string;
  nonce: string;
  verifier: string;
  callbackUrl: string;
  /** Epoch ms, by the database's clock. */
  startedAt: number;
};

const JOURNEY_SECONDS = 600;
const SEAL_PURPOSE = 'single sign-on';
/** The issuer's clock may be slightly behind. */
const SKEW_MS = 60_000;

/** Redirects to the issuer. GuicheError `not_found` without single sign-on; `unauthenticated` (step-up). */
export async function startSignOn(
  query: { purpose: Purpose; callbackUrl?: string | undefined },
  cookie: ReadCookie,
  from: RequestOrigin,
): Promise<Response> {
  const { signOn } = settings();
  if (signOn === null) throw new GuicheError('not_found', 'There is no single sign-on.');
  const { purpose } = query;
  const who = purpose === 'step-up' ? await identify(cookie, from) : null;
  if (purpose === 'step-up' && who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  const config = await issuer(signOn).catch(unreachable);
  if (config === null) return toSignIn('sso_unavailable');
  const verifier = client.randomPKCECodeVerifier();
  const journey: Journey = {
    purpose,
    sessionId: who?.sessionId ?? null,
    verifier,
    state: client.randomState(),
    nonce: client.randomNonce(),
    callbackUrl: ownPath(query.callbackUrl),
    startedAt: databaseNow(),
  };
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: callbackAddress(),
    scope: 'openid email profile',
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(purpose === 'step-up' ? { prompt: 'login', max_age: '0' } : {}),
  });
  const sealed = seal(JSON.stringify(journey), SEAL_PURPOSE);
  setCookie(SIGN_ON_COOKIE(), sealed, { ...COOKIE_OPTIONS(), maxAge: JOURNEY_SECONDS });
  return redirect(address.href);
}

/**
 * Handles the return from the issuer: opens a session or records a proof; else redirects to the sign-in page
 * with the reason. Throttled by address; each journey is used once.
 */
export async function finishSignOn(
  search: string,
  cookie: ReadCookie,
  from: RequestOrigin,
): Promise<Response> {
  const { signOn } = settings();
  if (signOn === null) throw new GuicheError('not_found', 'There is no single sign-on.');
  const journey = journeyOf(cookie(SIGN_ON_COOKIE()));
  dropCookie(SIGN_ON_COOKIE());
  // Nobody started a sign-on in this browser. Anyone can make a browser call this, so nothing is audited.
  if (journey === null) return toSignIn('sso_failed');
  let refusal = 'sso_failed';
  const judged = await throttled([buckets.signOn(from.address)], async () => {
    const ended = await endJourney(signOn, { journey, search, cookie, from });
    if (typeof ended !== 'string') return ended;
    refusal = ended;
    await auditRefusal(refusal, from);
    return null;
  });
  if (judged.kind === 'proved') return judged.value;
  return toSignIn(judged.kind === 'slowed' ? `wait-${judged.waitSeconds}` : refusal);
}

type Return = { journey: Journey; search: string; cookie: ReadCookie; from: RequestOrigin };

/** The response after a sign-on, or when the issuer is unreachable; a text is the reason for a refusal. */
async function endJourney(
  signOn: SignOnSettings,
  { journey, search, cookie, from }: Return,
): Promise<Response | string> {
  if (!isWithin((await readPolicies()).allowedNetworks, from.address)) return 'network';
  const config = await issuer(signOn).catch(unreachable);
  if (config === null) return toSignIn('sso_unavailable');
  const until = journey.startedAt + JOURNEY_SECONDS * 1000;
  if (!(await takeChallenge(db(), `sso ${journey.state}`, until))) return 'sso_failed';
  const claims = await claimsOf(config, search, journey);
  if (claims === null) return 'sso_failed';
  const { iss, sub } = claims;
  if (journey.purpose === 'step-up') {
    const proved = await prove(journey, { issuer: iss, subject: sub, at: claims.auth_time }, from);
    return proved ? redirect(`${settings().url}${journey.callbackUrl}`) : 'sso_failed';
  }
  const roleClaim = claims[signOn.roleClaim];
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
  const entered = await enterProved(
    {
      issuer: iss,
      subject: sub,
      email: emailOf(claims),
      name: text(claims.name),
      authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time : null,
      roles: rolesOf(roleClaim, signOn.admins.includes(sub)),
    },
    { ...from, device: readDevice(cookie(DEVICE_COOKIE())) },
  );
  if ('why' in entered) return entered.why;
  await issueSession(entered.operatorId, entered.sessionId, cookie);
  return redirect(`${settings().url}${journey.callbackUrl}`);
}

/** The number of addresses that strangers use is unlimited, so the number of audited refusals is limited. */
const refusals = new RepeatedRefusals({ mostOfOne: 10, most: 100 });

async function auditRefusal(why: string, { address, userAgent }: RequestOrigin): Promise<void> {
  if (!refusals.isNews(addressGroup(address), why)) return;
  const after = { method: 'oidc', why };
  await audit(db(), { action: 'sign-in', result: 'refused', after, address, userAgent });
}

/** A valid e-mail that the issuer does not mark as unverified, or null. */
function emailOf({ email, email_verified: verified }: Record<string, unknown>): string | null {
  const read = z.email().max(200).safeParse(email);
  return read.success && verified !== false ? read.data : null;
}

/** Signs out at the issuer too. The session here has already ended. */
export async function endSignOn(): Promise<Response> {
  const { signOn, url } = settings();
  const config = signOn === null ? null : await issuer(signOn).catch(unreachable);
  if (config === null || config.serverMetadata().end_session_endpoint === undefined)
    return redirect(`${url}/sign-in`);
  return redirect(client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${url}/sign-in` }).href);
}

/** The library checks state, nonce, PKCE, signature, issuer, audience and times; null if one is wrong. */
async function claimsOf(config: client.Configuration, search: string, journey: Journey) {
  const { verifier: pkceCodeVerifier, state: expectedState, nonce: expectedNonce } = journey;
  const stepUp = journey.purpose === 'step-up';
  try {
    const tokens = await client.authorizationCodeGrant(config, new URL(`${callbackAddress()}${search}`), {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      idTokenExpected: true,
      // A step-up requires an authentication after it was requested; the issuer's existing session does not
      // count.
      ...(stepUp ? { maxAge: JOURNEY_SECONDS } : {}),
    });
    return tokens.claims() ?? null;
  } catch (error) {
    log().warn({ err: error }, 'a single sign-on was refused');
    return null;
  }
}

async function prove(
  { sessionId, startedAt }: Journey,
  { at, ...who }: { issuer: string; subject: string; at: unknown },
  { address, userAgent }: RequestOrigin,
): Promise<boolean> {
  if (sessionId === null || typeof at !== 'number' || at * 1000 < startedAt - SKEW_MS) return false;
  const operatorId = await operatorOfIdentity(who);
  if (operatorId === null) return false;
  return changePeople(async (tx) => {
    const ofPerson = and(eq(sessions.id, sessionId), eq(sessions.operatorId, operatorId));
    const proved = await tx
      .update(sessions)
      .set({ provedAt: sql`now()` })
      .where(and(ofPerson, isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    if (proved.length === 0) return false;
    await appendAudit(tx, { operatorId, address, userAgent, action: 'step-up', after: { method: 'oidc' } });
    return true;
  });
}

function journeyOf(cookie: string | undefined): Journey | null {
  const journey = orNull(() => JSON.parse(unseal(cookie ?? '', SEAL_PURPOSE)) as Journey);
  return journey && databaseNow() - journey.startedAt < JOURNEY_SECONDS * 1000 ? journey : null;
}

function unreachable(error: unknown): null {
  log().error({ err: error }, 'the issuer of single sign-on cannot be used');
  return null;
}

const toSignIn = (error: string) => redirect(`${settings().url}/sign-in?error=${error}`);

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'private, no-store' } });
}

/** How long the discovery document is cached. A failed read is not cached. */
const CACHE_MS = 60 * 60_000;

/** The library tolerates half a minute; a larger change of the clocks' difference reads the issuer again. */
const DRIFT_MS = 5_000;

const configurations = createCache({ max: 10, now: monotonicNow });

/** The issuer's configuration by discovery. Throws when it is unreachable or names another issuer. */
export function issuer(signOn: SignOnSettings): Promise<client.Configuration> {
  const aheadMs = databaseAhead();
  return configurations.read(
    `${signOn.issuer} ${Math.round(aheadMs / DRIFT_MS)}`,
    () => CACHE_MS,
    () => discover(signOn, aheadMs),
  );
}

function discover(signOn: SignOnSettings, aheadMs: number): Promise<client.Configuration> {
  // By default the library trusts TLS and does not check signatures; this enables the check.
  const checks = [client.enableNonRepudiationChecks];
  const execute = isLoopbackAddress(signOn.issuer) ? [...checks, client.allowInsecureRequests] : checks;
  return client.discovery(
    new URL(signOn.issuer),
    signOn.clientId,
    {
      client_secret: signOn.clientSecret,
      redirect_uris: [callbackAddress()],
      // Token times are checked by the database's clock, which all processes share.
      [client.clockSkew]: Math.round(aheadMs / 1000),
    },
    undefined,
    { execute, timeout: 10 },
  );
}

export const callbackAddress = () => `${settings().url}/api/sso/callback`;
