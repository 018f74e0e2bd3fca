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

/** The use of a challenge; for a step-up or a registration it holds for the one session that asked. */
type Purpose = { kind: 'sign-in' } | { kind: 'step-up' | 'register'; sessionId: string };

/** ES256, EdDSA, RS256: what devices have. */
const ALGORITHMS = [-7, -8, -257];
const ANSWER_MS = 5 * 60_000;
const relyingParty = () => new URL(settings().url).hostname;

/**
 * A challenge says itself until when it may be answered and is made only here, so that whoever asks for one writes no
 * row. What the device signs is these bytes, read as text: `<random>.<epoch ms>.<mac>`.
 */
function challengeFor(purpose: Purpose) {
  const text = `${randomBytes(16).toString('base64url')}.${Math.round(databaseNow()) + ANSWER_MS}`;
  return new TextEncoder().encode(sign(text, ...signedFor(purpose)));
}

/** The session is signed with the text: a key is derived, and stays, for each kind alone. */
const signedFor = (purpose: Purpose) =>
  [`passkey ${purpose.kind}`, 'sessionId' in purpose ? purpose.sessionId : ''] as const;

/** The end of a challenge of ours for this purpose, epoch ms; null for any other. */
function endOf(challenge: string, purpose: Purpose): number | null {
  const text = verifySigned(Buffer.from(challenge, 'base64url').toString(), ...signedFor(purpose));
  const until = Number(text?.split('.')[1] ?? Number.NaN);
  return until > databaseNow() ? until : null;
}

/**
 * Options for the device. Any of this place's keys answers a sign-in; a step-up takes only the person's own.
 */
export async function askForPasskey(purpose: Purpose, operatorId: string | null) {
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

/** Marks a challenge as used; true for the first caller alone. `until`: epoch ms after which nobody may use it anyway. */
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
 * The operator whose key signed this challenge here and now, with their gesture; else null: another place or
 * purpose, too late, answered before, a copied key (its counter went back), a disabled person. `operatorId`:
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
    // Whom an issuer lets in comes in by it: what it takes away must not stay open by a key.
    .where(and(eq(passkeys.id, id), isNull(identities.subject)));
  if (row === undefined || (operatorId !== undefined && row.key.operatorId !== operatorId)) return null;
  const { key } = row;
  let answered: { challenge: string; until: number } | undefined;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => {
      const until = endOf(challenge, purpose);
      if (until !== null) answered = { challenge, until };
      return until !== null;
    },
    expectedOrigin: origins(),
    expectedRPID: relyingParty(),
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified || answered === undefined) return null;
  const { challenge, until } = answered;
  const counter = verified.authenticationInfo.newCounter;
  return db().transaction(async (tx) => {
    if (!(await takeChallenge(tx, challenge, until))) return null;
    const used = await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: dbNow })
      .where(and(eq(passkeys.id, key.id), sql`(${passkeys.counter} < ${counter} or ${counter} = 0)`))
      .returning({ operatorId: passkeys.operatorId });
    return used[0]?.operatorId ?? null;
  });
}

/** Options for a device that is to make a key for this person. */
export async function askForNewPasskey(
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

/** Keeps the key that a device made for this session's person; null where it did not, or one has it already. */
export async function addPasskey(
  tx: Transaction,
  given: { operatorId: string; sessionId: string; name: string; attestation: unknown },
) {
  const { operatorId, sessionId, name } = given;
  let answered: { challenge: string; until: number } | undefined;
  const verified = await verifyRegistrationResponse({
    response: given.attestation as RegistrationResponseJSON,
    expectedChallenge: (challenge) => {
      const until = endOf(challenge, { kind: 'register', sessionId });
      if (until !== null) answered = { challenge, until };
      return until !== null;
    },
    expectedOrigin: origins(),
    expectedRPID: relyingParty(),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified || answered === undefined) return null;
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

/** Without GUICHE_URL, 127.0.0.1 and localhost are the same place; a passkey needs the name. */
const origins = () => [settings().url];
