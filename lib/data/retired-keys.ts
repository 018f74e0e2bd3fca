import 'server-only';
import { eq } from 'drizzle-orm';
import { seal, unseal } from '#lib/core/env/sealing.ts';
import { deriveKey, keyId } from '#lib/core/env/secret.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { retiredKeys } from '#lib/data/schema/audit.ts';

/** `lastSeq`: the last entry of the audit log that the key may have sealed. */
export type RetiredKey = { keyId: string; key: Buffer; lastSeq: number };

export const retiredPurpose = (id: string, purpose: string) => `retired_keys:${id}:${purpose}`;

/** Keys of replaced secrets for this purpose. */
export async function retiredKeysFor(purpose: string): Promise<RetiredKey[]> {
  const rows = await db().select().from(retiredKeys).where(eq(retiredKeys.purpose, purpose));
  return rows.map((row) => {
    const { key, lastSeq } = JSON.parse(unseal(row.sealed, retiredPurpose(row.keyId, purpose))) as {
      key: string;
      lastSeq: number;
    };
    return { keyId: row.keyId, key: Buffer.from(key, 'base64url'), lastSeq };
  });
}

/** Stores the key that a replaced secret derives for this purpose, and nothing else of the secret. */
export async function retireKey(
  tx: Transaction,
  master: string,
  purpose: string,
  lastSeq: number,
): Promise<void> {
  const id = keyId(master);
  const text = JSON.stringify({ key: deriveKey(purpose, master).toString('base64url'), lastSeq });
  const row = { sealed: seal(text, retiredPurpose(id, purpose)), retiredAt: dbNow };
  await tx
    .insert(retiredKeys)
    .values({ keyId: id, purpose, ...row })
    .onConflictDoUpdate({ target: [retiredKeys.keyId, retiredKeys.purpose], set: row });
}
