import 'server-only';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { takeCode } from '#lib/auth/server/code-app.ts';
import { takeRecoveryCode } from '#lib/auth/server/recovery-codes.ts';
import { tellCodesRefused } from '#lib/auth/server/tell-sign-in.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { clean } from '#lib/core/clean.ts';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { codeApps, operators, passkeys, recoveryCodes } from '#lib/db/schema/operators.ts';

/** Second factors: proofs of a person beside the password. */
export type Factor = 'totp' | 'passkey';

/**
 * For a query that has the operators: which second factors the row's person has set up. Each column names its table: a
 * query of one table writes them without, and `id` would be the passkey's own.
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
 * Takes a code of the app, or a recovery code, of this person: each counts once, whoever asks at the same moment.
 * Null: neither. GuicheError `rate_limited` after twenty wrong ones of a day, between ever longer waits; its owner is
 * told of that, once a day.
 */
export async function takeOtp(operatorId: string, text: string): Promise<Otp | null> {
  const judged = await throttled([buckets.codes(operatorId)], () => matching(operatorId, text));
  refuseSlowed(judged);
  if (judged.kind === 'proved') return judged.value;
  if (judged.waitSeconds > 0) await db().transaction((tx) => tellCodesRefused(tx, operatorId));
  return null;
}

async function matching(operatorId: string, text: string): Promise<Otp | null> {
  const plain = clean('digits', text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (/^\d{6}$/.test(plain)) return (await takeCode(db(), operatorId, plain)) ? 'totp' : null;
  return (await takeRecoveryCode(operatorId, plain)) ? 'recovery' : null;
}

/** Codes without a factor that they stand in for open nothing: with the last one they go too. */
export async function dropCodesWithoutFactor(tx: Transaction, operatorId: string): Promise<void> {
  if ((await factorsOf(operatorId, tx)).length > 0) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.operatorId, operatorId));
}

/** All that proves these people beside the password is gone. */
export async function dropFactors(tx: Transaction, operatorIds: readonly string[]): Promise<void> {
  if (operatorIds.length === 0) return;
  for (const table of [codeApps, passkeys, recoveryCodes])
    await tx.delete(table).where(inArray(table.operatorId, [...operatorIds]));
}

/** How many recovery codes were made, and how many are left. */
export async function recoveryCodesOf(operatorId: string) {
  const of = (extra?: SQL) =>
    db().$count(recoveryCodes, and(eq(recoveryCodes.operatorId, operatorId), extra));
  const [made, left] = await Promise.all([of(), of(isNull(recoveryCodes.usedAt))]);
  return { made, left };
}

/** The app that is set up, or null. */
export async function codeAppOf(operatorId: string) {
  const [row] = await db()
    .select({ confirmedAt: codeApps.confirmedAt, lastUsedAt: codeApps.lastUsedAt })
    .from(codeApps)
    .where(and(eq(codeApps.operatorId, operatorId), isNotNull(codeApps.confirmedAt)));
  return row ?? null;
}
