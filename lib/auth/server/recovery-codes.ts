import 'server-only';
import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { hashWith, keyedHash, keyedHashes } from '#lib/auth/server/seal.ts';
import { tellSignIn } from '#lib/auth/server/tell-sign-in.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { retiredKeysFor } from '#lib/db/retired-keys.ts';
import { recoveryCodes } from '#lib/db/schema/operators.ts';

/** Purpose of the key of the codes' hashes; kept when a secret is replaced, because nobody has the codes. */
export const RECOVERY = 'recovery-code';
const CODES = 10;
const LENGTH = 8;
/** Without what is read as another: 0 o, 1 l i. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Ten new codes (`k7rm-4vtq`); those of before end. Shown once: only their keyed hashes stay. */
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

/** Uses up one; false for one that is none, or was used. `plain`: lower case, without its hyphen. */
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
    await tellSignIn(tx, operatorId, 'recovery_code_used', { left: await tx.$count(recoveryCodes, unused) });
    return true;
  });
}

const named = (operatorId: string, code: string) => `${operatorId} ${code}`;
const hashOf = (operatorId: string, code: string) => keyedHash(named(operatorId, code), RECOVERY);
