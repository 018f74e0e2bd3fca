import 'server-only';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { generateSecret, generateSync, generateURI } from 'otplib';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { hashWith, keyedHash, keyedHashes, seal, unseal } from '#lib/auth/server/seal.ts';
import { clean } from '#lib/core/clean.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseIso, databaseNow, dbNow } from '#lib/data/clock.ts';
import { buckets, refuseSlowed, throttled } from '#lib/data/rate-limit/attempts.ts';
import { retiredKeysFor } from '#lib/data/retired-keys.ts';
import { codeApps, operators, passkeys, recoveryCodes } from '#lib/data/schema/operators.ts';

/** Second factors: proofs of identity in addition to the password. */
export type Factor = 'totp' | 'passkey';

/**
 * For a query over the operators: which second factors the row's person has. The columns name their table
 * explicitly: drizzle omits it in a query of one table, and `id` would be the passkey's.
 */
export const factorColumns = {
  totp: sql<boolean>`exists (select 1 from ${codeApps} where ${codeApps}.operator_id = ${operators}.id and ${codeApps}.confirmed_at is not null)`,
  passkey: sql<boolean>`exists (select 1 from ${passkeys} where ${passkeys}.operator_id = ${operators}.id)`,
};

export const factorsIn = (row: { totp: boolean; passkey: boolean }): Factor[] =>
  (['totp', 'passkey'] as const).filter((factor) => row[factor]);

export async function factorsOf(operatorId: string, on: Database | Transaction = db()): Promise<Factor[]> {
  const [row] = await on.select(factorColumns).from(operators).where(eq(operators.id, operatorId));
  return row === undefined ? [] : factorsIn(row);
}

type Otp = 'totp' | 'recovery';

/**
 * Accepts an app code or a recovery code of this person, each once even under concurrency; null for neither.
 * GuicheError `rate_limited` after twenty wrong codes in a day, with growing waits; the person is notified
 * once a day.
 */
export async function takeOtp(operatorId: string, text: string): Promise<Otp | null> {
  const judged = await throttled([buckets.codes(operatorId)], () => matching(operatorId, text));
  refuseSlowed(judged);
  if (judged.kind === 'proved') return judged.value;
  // Someone who knows the password is trying codes.
  const today = `codes:${operatorId}:${databaseIso().slice(0, 10)}`;
  if (judged.waitSeconds > 0)
    await db().transaction((tx) => notifySignIn(tx, operatorId, 'codes_refused', {}, today));
  return null;
}

/** Key purpose of the codes' hashes. The key survives a rotation of the secret: nobody stores the codes. */
export const RECOVERY = 'recovery-code';
const CODES = 10;
const LENGTH = 8;

/** Leaves out characters that are easily confused: 0 o, 1 l i. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Makes ten new codes (`k7rm-4vtq`), shown once; the earlier ones end. Only keyed hashes are stored. */
export async function makeRecoveryCodes(tx: Transaction, operatorId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < CODES)
    codes.add(Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.operatorId, operatorId));
  await tx
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ operatorId, codeHash: hashOf(operatorId, code), createdAt: dbNow })));
  return [...codes].map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Uses up a recovery code; false if unknown or already used. `plain` is lower case without the hyphen. */
export async function takeRecoveryCode(operatorId: string, plain: string): Promise<boolean> {
  const earlier = (await retiredKeysFor(RECOVERY)).map(({ key }) => hashWith(key, named(operatorId, plain)));
  const hashes = [...keyedHashes(named(operatorId, plain), RECOVERY), ...earlier];
  return db().transaction(async (tx) => {
    const taken = await tx
      .update(recoveryCodes)
      .set({ usedAt: dbNow })
      .where(
        and(
          eq(recoveryCodes.operatorId, operatorId),
          inArray(recoveryCodes.codeHash, hashes),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ usedAt: recoveryCodes.usedAt });
    if (taken.length === 0) return false;
    const unused = and(eq(recoveryCodes.operatorId, operatorId), isNull(recoveryCodes.usedAt));
    await notifySignIn(tx, operatorId, 'recovery_code_used', {
      left: await tx.$count(recoveryCodes, unused),
    });
    return true;
  });
}

const named = (operatorId: string, code: string) => `${operatorId} ${code}`;

const hashOf = (operatorId: string, code: string) => keyedHash(named(operatorId, code), RECOVERY);

const STEP_SECONDS = 30;

/** A phone's clock may be off by one step in either direction. */
const STEPS_OFF = 1;
const SEALED_FOR = 'code-app';

/** Starts a new app: base32 secret and QR code's URI. It counts after `confirmApp`; null if confirmed. */
export async function beginApp(tx: Transaction, operator: { id: string; email: string }, issuer: string) {
  const secret = generateSecret();
  const newApp = {
    secret: seal(secret, SEALED_FOR),
    createdAt: dbNow,
    confirmedAt: null,
    lastStep: 0,
    lastUsedAt: null,
  };
  const stored = await tx
    .insert(codeApps)
    .values({ operatorId: operator.id, ...newApp })
    // A confirmed app stays until it is removed.
    .onConflictDoUpdate({ target: codeApps.operatorId, set: newApp, setWhere: isNull(codeApps.confirmedAt) })
    .returning({ operatorId: codeApps.operatorId });
  if (stored.length === 0) return null;
  return { secret, uri: generateURI({ issuer, label: operator.email, secret }) };
}

export async function confirmApp(tx: Transaction, operatorId: string, code: string): Promise<boolean> {
  if (!(await take(tx, operatorId, code, isNull(codeApps.confirmedAt)))) return false;
  await tx.update(codeApps).set({ confirmedAt: dbNow }).where(eq(codeApps.operatorId, operatorId));
  return true;
}

/** Accepts a code of the confirmed app: of about now, and of a later step than the last code. */
export function takeCode(on: Database | Transaction, operatorId: string, code: string): Promise<boolean> {
  return take(on, operatorId, code, isNotNull(codeApps.confirmedAt));
}

async function take(
  on: Database | Transaction,
  operatorId: string,
  code: string,
  state: ReturnType<typeof isNull>,
): Promise<boolean> {
  const own = and(eq(codeApps.operatorId, operatorId), state);
  const [app] = await on.select({ secret: codeApps.secret }).from(codeApps).where(own);
  const step = app === undefined ? null : stepOf(unseal(app.secret, SEALED_FOR), code);
  if (app === undefined || step === null) return false;
  const taken = await on
    .update(codeApps)
    .set({ lastStep: step, lastUsedAt: sql`now()` })
    .where(and(own, eq(codeApps.secret, app.secret), lt(codeApps.lastStep, step)))
    .returning({ step: codeApps.lastStep });
  return taken.length > 0;
}

/** The step that this code belongs to, by the database's clock; null if it belongs to none of about now. */
function stepOf(secret: string, code: string): number | null {
  const now = Math.floor(databaseNow() / 1000 / STEP_SECONDS);
  const typed = Buffer.from(code.padEnd(6).slice(0, 6));
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step += 1) {
    const right = Buffer.from(generateSync({ secret, epoch: step * STEP_SECONDS }));
    if (timingSafeEqual(right, typed)) return step;
  }
  return null;
}

async function matching(operatorId: string, text: string): Promise<Otp | null> {
  const plain = clean('digits', text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (/^\d{6}$/.test(plain)) return (await takeCode(db(), operatorId, plain)) ? 'totp' : null;
  return (await takeRecoveryCode(operatorId, plain)) ? 'recovery' : null;
}

/** Recovery codes replace a second factor and are useless without one, so they go with the last factor. */
export async function dropCodesWithoutFactor(tx: Transaction, operatorId: string): Promise<void> {
  if ((await factorsOf(operatorId, tx)).length > 0) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.operatorId, operatorId));
}

export async function dropFactors(tx: Transaction, operatorIds: readonly string[]): Promise<void> {
  if (operatorIds.length === 0) return;
  for (const table of [codeApps, passkeys, recoveryCodes])
    await tx.delete(table).where(inArray(table.operatorId, [...operatorIds]));
}

/** How many recovery codes were created, and how many are unused. */
export async function recoveryCodesOf(operatorId: string) {
  const of = (extra?: SQL) =>
    db().$count(recoveryCodes, and(eq(recoveryCodes.operatorId, operatorId), extra));
  const [made, left] = await Promise.all([of(), of(isNull(recoveryCodes.usedAt))]);
  return { made, left };
}

/** When the app was confirmed and last used (ISO 8601), or null without a confirmed one. */
export async function codeAppOf(operatorId: string) {
  const [row] = await db()
    .select({ confirmedAt: codeApps.confirmedAt, lastUsedAt: codeApps.lastUsedAt })
    .from(codeApps)
    .where(and(eq(codeApps.operatorId, operatorId), isNotNull(codeApps.confirmedAt)));
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return row === undefined ? null : { confirmedAt: iso(row.confirmedAt), lastUsedAt: iso(row.lastUsedAt) };
}
