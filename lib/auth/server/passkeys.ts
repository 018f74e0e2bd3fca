import 'server-only';
import { randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { sign, verifySigned } from '#lib/auth/server/seal.ts';
import { settings } from '#lib/core/env/settings.ts';
import { cut } from '#lib/core/text.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { identities, operators, passkeys, usedChallenges } from '#lib/data/schema/operators.ts';

/** A challenge's purpose. A step-up or a registration is bound to the session that requested it. */
type Purpose = { kind: 'sign-in' } | { kind: 'step-up' | 'register'; sessionId: string };

/** ES256, EdDSA, RS256: the algorithms that devices support. */
const ALGORITHMS = [-7, -8, -257];
const CHALLENGE_MS = 5 * 60_000;
const relyingParty = () => new URL(settings().url).hostname;

/** Signed text `<random>.<epoch ms>.<mac>`: its own expiry, so that requesting one writes no row. */
function challengeFor(purpose: Purpose) {
  const text = `${randomBytes(16).toString('base64url')}.${Math.round(databaseNow()) + CHALLENGE_MS}`;
  return new TextEncoder().encode(sign(text, ...signedFor(purpose)));
}

/** The session id is signed along and is no part of the purpose: each purpose derives and caches a key. */
const signedFor = (purpose: Purpose) =>
  [`passkey ${purpose.kind}`, 'sessionId' in purpose ? purpose.sessionId : ''] as const;

/** The expiry (epoch ms) of a valid challenge for this purpose; null for any other challenge. */
function endOf(challenge: string, purpose: Purpose): number | null {
  const text = verifySigned(Buffer.from(challenge, 'base64url').toString(), ...signedFor(purpose));
  const until = Number(text?.split('.')[1] ?? Number.NaN);
  return until > databaseNow() ? until : null;
}

/** Checks a challenge for the verifying library, and then returns it and when it ends (epoch ms). */
function challengeOf(purpose: Purpose) {
  const answered = { challenge: '', until: 0 };
  const expectedChallenge = (challenge: string) => {
    const until = endOf(challenge, purpose);
    if (until !== null) Object.assign(answered, { challenge, until });
    return until !== null;
  };
  return { answered, expectedChallenge };
}

/** Options for the device. A sign-in accepts any key of this site, a step-up only the person's own. */
export async function passkeyRequestOptions(purpose: Purpose, operatorId: string | null) {
  const own = operatorId === null ? [] : await idsOf(operatorId);
  return generateAuthenticationOptions({
    rpID: relyingParty(),
    challenge: challengeFor(purpose),
    allowCredentials: own,
    userVerification: 'required',
    timeout: 60_000,
  });
}

const idsOf = async (operatorId: string) =>
  (await db().select().from(passkeys).where(eq(passkeys.operatorId, operatorId))).map((one) => ({
    id: one.id,
    transports: one.transports as string[],
  }));

/** True for the challenge's first use only. `until` (epoch ms): afterwards nobody can use it anyway. */
export async function takeChallenge(
  on: Database | Transaction,
  challenge: string,
  until: number,
): Promise<boolean> {
  const used = await on
    .insert(usedChallenges)
    .values({ challenge, expiresAt: new Date(until) })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  return used.length > 0;
}

/**
 * The operator whose key signed this challenge, with user verification. Null for another site or purpose, an
 * expired or used challenge, a copied key (its counter went back) or a disabled person. `operatorId`: accept
 * only that person's keys.
 */
export async function takePasskey(
  assertion: unknown,
  purpose: Purpose,
  operatorId?: string,
): Promise<string | null> {
  const response = assertion as AuthenticationResponseJSON;
  const id = typeof response?.id === 'string' ? response.id : '';
  const [row] = await db()
    .select({ key: passkeys })
    .from(passkeys)
    .innerJoin(operators, and(eq(operators.id, passkeys.operatorId), isNull(operators.disabledAt)))
    .leftJoin(identities, eq(identities.operatorId, passkeys.operatorId))
    // People of a single sign-on issuer sign in only through it: a key must not outlive the access it takes
    // away.
    .where(and(eq(passkeys.id, id), isNull(identities.subject)));
  if (row === undefined || (operatorId !== undefined && row.key.operatorId !== operatorId)) return null;
  const { key } = row;
  const { answered, expectedChallenge } = challengeOf(purpose);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origins(),
    expectedRPID: relyingParty(),
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified || answered.challenge === '') return null;
  const counter = verified.authenticationInfo.newCounter;
  return db().transaction(async (tx) => {
    if (!(await takeChallenge(tx, answered.challenge, answered.until))) return null;
    const used = await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: dbNow })
      .where(and(eq(passkeys.id, key.id), sql`(${passkeys.counter} < ${counter} or ${counter} = 0)`))
      .returning({ operatorId: passkeys.operatorId });
    return used[0]?.operatorId ?? null;
  });
}

export async function passkeyCreationOptions(
  operator: { id: string; email: string; name: string },
  sessionId: string,
) {
  return generateRegistrationOptions({
    rpName: 'Guichê',
    rpID: relyingParty(),
    userID: new TextEncoder().encode(operator.id),
    userName: operator.email,
    userDisplayName: operator.name,
    challenge: challengeFor({ kind: 'register', sessionId }),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await idsOf(operator.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: 60_000,
  });
}

/** Stores a key that a device created for this session's person; null for a wrong answer or a known key. */
export async function addPasskey(
  tx: Transaction,
  created: { operatorId: string; sessionId: string; name: string; attestation: unknown },
) {
  const { operatorId, sessionId, name } = created;
  const { answered, expectedChallenge } = challengeOf({ kind: 'register', sessionId });
  const verified = await verifyRegistrationResponse({
    response: created.attestation as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins(),
    expectedRPID: relyingParty(),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified || answered.challenge === '') return null;
  if (!(await takeChallenge(tx, answered.challenge, answered.until))) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const [row] = await tx
    .insert(passkeys)
    .values({
      id: credential.id,
      operatorId,
      name: cut(name, 60),
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
      createdAt: dbNow,
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Without GUICHE_URL, 127.0.0.1 and localhost are the same origin, but a passkey needs the name. */
const origins = () => [settings().url];
