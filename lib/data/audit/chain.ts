import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, inArray, like, lte } from 'drizzle-orm';
import { macOf } from '#lib/core/env/mac.ts';
import { deriveKey, keyId, masterSecrets } from '#lib/core/env/secret.ts';
import { canonicalJson } from '#lib/core/text.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import type { RetiredKey } from '#lib/data/retired-keys.ts';
import { type auditHead, auditLog } from '#lib/data/schema/audit.ts';

/** Stands before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

export type Hashed = Omit<typeof auditLog.$inferSelect, 'hash'>;
export type Head = Pick<typeof auditHead.$inferSelect, 'seq' | 'hash' | 'keyedFrom' | 'mac'>;

/** Purpose that the chain's key is derived for. */
export const AUDIT_CHAIN = 'audit-chain';

const markWith = (id: string, key: Buffer, text: string) => `k1.${id}.${macOf(key, text)}`;

/** The authenticated text's mark, with the name of its key first: `k1.<key>.<64 hexadecimal digits>`. */
function keyed(text: string, master = masterSecrets()[0]): string {
  return markWith(keyId(master), deriveKey(AUDIT_CHAIN, master), text);
}

/** `no key`: made with a secret that is not among this process's. */
function judge(text: string, mark: string): 'holds' | 'differs' | 'no key' {
  const [form, id] = mark.split('.');
  if (form !== 'k1') return 'differs';
  const master = masterSecrets().find((secret) => keyId(secret) === id);
  if (master === undefined) return 'no key';
  return isSame(keyed(text, master), mark) ? 'holds' : 'differs';
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The `hash` that this row must have after `previousHash`. */
export const hashOf = (row: Hashed): string => keyed(textOf(row));

/** The same of an entry from before the chain had a key, when there were no sessions in it either. */
export function plainHashOf({ session: _, ...row }: Hashed): string {
  return createHash('sha256').update(textOf(row)).digest('hex');
}

/** A replaced secret's key counts for the entries of its time alone, in which nobody may have it any more to forge. */
export function judgeEntry(row: Hashed, hash: string, retired: readonly RetiredKey[]) {
  const judged = judge(textOf(row), hash);
  if (judged !== 'no key') return judged;
  const own = retired.find(({ keyId: id, lastSeq }) => hash.startsWith(`k1.${id}.`) && row.seq <= lastSeq);
  if (own === undefined) return judged;
  return isSame(markWith(own.keyId, own.key, textOf(row)), hash) ? 'holds' : 'differs';
}

/** The last entry that this key sealed; 0: none. */
export async function lastSealedBy(tx: Transaction, id: string): Promise<number> {
  const [last] = await tx
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(like(auditLog.hash, `k1.${id}.%`))
    .orderBy(desc(auditLog.seq))
    .limit(1);
  return last?.seq ?? 0;
}

const headText = ({ seq, hash, keyedFrom }: Omit<Head, 'mac'>) => canonicalJson({ seq, hash, keyedFrom });
export const sealHead = (head: Omit<Head, 'mac'>): Head => ({ ...head, mac: keyed(headText(head)) });
export const headHolds = (head: Head): boolean => judge(headText(head), head.mac) === 'holds';

const textOf = (row: Partial<Hashed> & Pick<Hashed, 'at'>) =>
  canonicalJson({ ...row, at: row.at.toISOString() });

/** Text that only this installation can have written. */
export const signText = (text: string): string => `${keyed(text)} ${text}`;
export function signedText(signed: string): string | null {
  const at = signed.indexOf(' ');
  const text = signed.slice(at + 1);
  return judge(text, signed.slice(0, at)) === 'holds' ? text : null;
}

/** How a person proved who they are, and when (ISO 8601). */
type Proof = { method: string; at: string };

type Entry = Pick<typeof auditLog.$inferSelect, 'seq' | 'session' | 'operatorId'>;

/**
 * The last proof of the entry's person in its session, up to that entry: one that was given since proves nothing of it.
 * A sign-in is a proof too. Null: no session, or no proof of it in the log.
 */
export async function proofUpTo({ seq, session, operatorId }: Entry): Promise<Proof | null> {
  if (session === null || operatorId === null) return null;
  const [proved] = await db()
    .select({ at: auditLog.at, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.session, session),
        eq(auditLog.operatorId, operatorId),
        inArray(auditLog.action, ['sign-in', 'step-up']),
        eq(auditLog.result, 'ok'),
        lte(auditLog.seq, seq),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(1);
  const { method } = (proved?.after ?? {}) as { method?: unknown };
  return proved === undefined || typeof method !== 'string' ? null : { method, at: proved.at.toISOString() };
}
