import 'server-only';
import { createHash, hash } from 'node:crypto';
import { and, desc, eq, inArray, like, lte } from 'drizzle-orm';
import { deriveKey, isSameHash, keyId, masterSecrets } from '#lib/core/env/secret.ts';
import { canonicalJson } from '#lib/core/text.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import type { RetiredKey } from '#lib/data/retired-keys.ts';
import { type auditHead, auditLog } from '#lib/data/schema/audit.ts';

/** The `previousHash` of the first entry. */
export const FIRST_HASH = '0'.repeat(64);

export type Hashed = Omit<typeof auditLog.$inferSelect, 'hash'>;
export type Head = Pick<typeof auditHead.$inferSelect, 'seq' | 'hash' | 'keyedFrom' | 'mac'>;

/** Purpose from which the chain's key is derived. */
export const AUDIT_CHAIN = 'audit-chain';

const markWith = (id: string, key: Buffer, text: string) => `k1.${id}.${macOf(key, text)}`;

/** Authenticates a text. The mark is `k1.<key id>.<64 hexadecimal digits>`. */
function keyed(text: string, master = masterSecrets()[0]): string {
  return markWith(keyId(master), deriveKey(AUDIT_CHAIN, master), text);
}

/** `no key`: the mark was made with a secret that this process does not have. */
function judge(text: string, mark: string): 'holds' | 'differs' | 'no key' {
  const [form, id] = mark.split('.');
  if (form !== 'k1') return 'differs';
  const master = masterSecrets().find((secret) => keyId(secret) === id);
  if (master === undefined) return 'no key';
  return isSameHash(keyed(text, master), mark) ? 'holds' : 'differs';
}

/** The `hash` that this row must have; it covers `previousHash` too. */
export const hashOf = (row: Hashed): string => keyed(textOf(row));

/** The hash of an entry from before the chain had a key. Such entries have no `session`. */
export function plainHashOf({ session: _, ...row }: Hashed): string {
  return createHash('sha256').update(textOf(row)).digest('hex');
}

/** A replaced secret's key proves only entries up to its `lastSeq`: no later one can be forged with it. */
export function judgeEntry(row: Hashed, hash: string, retired: readonly RetiredKey[]) {
  const judged = judge(textOf(row), hash);
  if (judged !== 'no key') return judged;
  const own = retired.find(({ keyId: id, lastSeq }) => hash.startsWith(`k1.${id}.`) && row.seq <= lastSeq);
  if (own === undefined) return judged;
  return isSameHash(markWith(own.keyId, own.key, textOf(row)), hash) ? 'holds' : 'differs';
}

/** Number of the last entry that this key sealed; 0 if none. */
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
export const isHeadValid = (head: Head): boolean => judge(headText(head), head.mac) === 'holds';

const textOf = (row: Partial<Hashed> & Pick<Hashed, 'at'>) =>
  canonicalJson({ ...row, at: row.at.toISOString() });

/** Signs a text, which proves that this installation wrote it. */
export const signText = (text: string): string => `${keyed(text)} ${text}`;
export function signedText(signed: string): string | null {
  const at = signed.indexOf(' ');
  const text = signed.slice(at + 1);
  return judge(text, signed.slice(0, at)) === 'holds' ? text : null;
}

type Entry = Pick<typeof auditLog.$inferSelect, 'seq' | 'session' | 'operatorId'>;

/** The operator's last proof or sign-in (ISO 8601) in the entry's session, up to that entry; null: none. */
export async function proofUpTo({
  seq,
  session,
  operatorId,
}: Entry): Promise<{ method: string; at: string } | null> {
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

const BLOCK = 64;
const DIGEST = 32;

/** A key padded for the inner and the outer hash; `outer` has space for the inner digest. Freed with it. */
type PaddedKey = { inner: Buffer; outer: Buffer };
const paddedKeys = new WeakMap<Buffer, PaddedKey>();

/** HMAC-SHA256 (hex) by two plain hashes over the padded key: half the time of `createHmac`'s contexts. */
export function macOf(key: Buffer, text: string): string {
  const { inner, outer } = paddedKeys.get(key) ?? padKey(key);
  const bytes = Buffer.alloc(BLOCK + Buffer.byteLength(text));
  inner.copy(bytes);
  bytes.write(text, BLOCK);
  hash('sha256', bytes, 'buffer').copy(outer, BLOCK);
  // Removes the copy of the padded key from memory.
  bytes.fill(0, 0, BLOCK);
  return hash('sha256', outer, 'hex');
}

function padKey(key: Buffer): PaddedKey {
  const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key;
  const created = { inner: padded(short, 0x36, 0), outer: padded(short, 0x5c, DIGEST) };
  paddedKeys.set(key, created);
  return created;
}

function padded(key: Buffer, pad: number, extra: number): Buffer {
  const bytes = Buffer.alloc(BLOCK + extra);
  for (let at = 0; at < BLOCK; at += 1) bytes[at] = (key[at] ?? 0) ^ pad;
  return bytes;
}
