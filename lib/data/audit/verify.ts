import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, count, eq, gt, ne } from 'drizzle-orm';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { log } from '#lib/core/log.ts';
import {
  AUDIT_CHAIN,
  FIRST_HASH,
  type Hashed,
  type Head,
  isHeadValid,
  judgeEntry,
  plainHashOf,
  signedText,
  signText,
} from '#lib/data/audit/chain.ts';
import { seenHead, storeSeenHead } from '#lib/data/audit/seen.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { type RetiredKey, retiredKeysFor } from '#lib/data/retired-keys.ts';
import { auditHead, auditLog } from '#lib/data/schema/audit.ts';

const AT_ONCE = 500;

/**
 * A place in the chain: its last valid entry, the number of entries checked, and whether one of them is
 * sealed with a key (`keyed`).
 */
export type Place = { seq: number; hash: string; keyed: boolean; checked: number };
export const BEGIN: Place = { seq: 0, hash: FIRST_HASH, keyed: false, checked: 0 };

/** Verifies the whole log in one go and stores the verdict for `lastVerdict`. */
export async function verifyAudit(): Promise<AuditVerdict> {
  const walked = await walk(BEGIN);
  return db().transaction(async (tx) => {
    const verdict = await verdictOf(tx, walked as Ended);
    await storeVerdict(tx, verdict);
    return verdict;
  });
}

/** Verdict of the last verification by any instance; null before the first one ended. */
export async function lastVerdict(): Promise<AuditVerdict | null> {
  const [row] = await db().select({ verdict: auditHead.verdict }).from(auditHead);
  const text = row?.verdict == null ? null : signedText(row.verdict);
  return text === null ? null : AuditVerdict.parse(JSON.parse(text));
}

export async function verdictOf(tx: Transaction, { broken, checked }: Ended): Promise<AuditVerdict> {
  const verdict: AuditVerdict = {
    entries: broken === null ? checked : await countEntries(tx),
    intact: broken === null,
    firstBroken: broken?.seq ?? null,
    cause: broken?.cause ?? null,
    at: databaseIso(),
  };
  if (broken !== null) log().error(verdict, 'the chain of the audit log does not hold');
  return verdict;
}

/**
 * Stores the verdict in the head row. A broken log without a head gets an empty one; an intact log without a
 * head is empty and needs no verdict.
 */
export async function storeVerdict(tx: Transaction, newVerdict: AuditVerdict): Promise<void> {
  const verdict = signText(JSON.stringify(newVerdict));
  if (newVerdict.intact) await tx.update(auditHead).set({ verdict });
  else
    await tx
      .insert(auditHead)
      .values({ id: 'head', seq: 0, hash: '', keyedFrom: 0, mac: '', verdict })
      .onConflictDoUpdate({ target: auditHead.id, set: { verdict } });
}

type Cause = NonNullable<AuditVerdict['cause']>;
type Broken = { seq: number | null; cause: Cause };
type Link = { seq: number; hash: string };
/** Facts about the chain that do not come from its entries. */
type Known = { head: Head | undefined; seen: Head | null; retired: readonly RetiredKey[] };

export type Ended = { broken: Broken | null; checked: number };

/**
 * Checks the chain from a place on, a few hundred entries in memory at a time: up to the first invalid entry
 * or the end. After `forMs` ms it returns the place to continue from.
 */
export async function walk(
  from: Place,
  { signal, forMs = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; forMs?: number } = {},
): Promise<Ended | Place> {
  const seen = seenHead();
  const retired = await retiredKeysFor(AUDIT_CHAIN);
  const begun = performance.now();
  let { keyed, checked, ...last }: Place = from;
  do {
    signal?.throwIfAborted();
    // The head is read before the entries, so that the entries it covers are already written.
    const [head] = await db().select().from(auditHead);
    const rows = await db()
      .select()
      .from(auditLog)
      .where(gt(auditLog.seq, last.seq))
      .orderBy(auditLog.seq)
      .limit(AT_ONCE);
    if (rows.length === 0) return { broken: judgeEnd(last, keyed, { head, seen, retired }), checked };
    for (const { hash, ...row } of rows) {
      const cause = await causeOf(row, hash, last, { head, seen, retired });
      if (cause !== null) return { broken: { seq: row.seq, cause }, checked };
      last = { seq: row.seq, hash };
      keyed ||= isKeyed(hash);
      checked += 1;
    }
    // Hashing blocks the process: waiting requests get their turn here.
    await nextTurn();
  } while (performance.now() - begun < forMs);
  return { ...last, keyed, checked };
}

/** Why this entry does not follow `last`; null if it does. */
async function causeOf(row: Hashed, hash: string, last: Link, known: Known): Promise<Cause | null> {
  const own = judgeOne(row, hash, known);
  if (row.seq === last.seq + 1 && row.previousHash === last.hash) {
    if (own !== 'holds') return own === 'no key' ? 'key' : 'changed';
    return known.seen?.seq === row.seq && known.seen.hash !== hash ? 'rewound' : null;
  }
  if (await hasOtherNumber(last, known)) return 'reordered';
  return row.seq === last.seq + 1 && own !== 'holds' ? 'changed' : 'removed';
}

/** An entry without a key is valid only where the chain had no key yet. */
function judgeOne(row: Hashed, hash: string, { head, seen, retired }: Known): ReturnType<typeof judgeEntry> {
  if (isKeyed(hash)) return judgeEntry(row, hash, retired);
  const sealed = head !== undefined && isHeadValid(head) ? head.keyedFrom : Number.POSITIVE_INFINITY;
  const keyedFrom = Math.min(sealed, seen?.keyedFrom ?? Number.POSITIVE_INFINITY);
  return row.seq < keyedFrom && plainHashOf(row) === hash ? 'holds' : 'differs';
}

const isKeyed = (hash: string) => hash.includes('.');

/** True if the entry that follows `last` is in the log under another number. */
async function hasOtherNumber(last: Link, known: Known): Promise<boolean> {
  const seq = last.seq + 1;
  const following = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.previousHash, last.hash), ne(auditLog.seq, seq)))
    .limit(5);
  return following.some(({ hash, ...row }) => judgeOne({ ...row, seq }, hash, known) === 'holds');
}

/** All entries are valid: checks that none is missing at the end and none was added after the head. */
function judgeEnd(last: Link, keyed: boolean, { head, seen }: Known): Broken | null {
  if (head === undefined ? keyed : !isHeadValid(head)) return { seq: null, cause: 'head' };
  if (Math.max(head?.seq ?? 0, seen?.seq ?? 0) > last.seq) return { seq: last.seq + 1, cause: 'cut' };
  if (head === undefined) return null;
  if (head.seq < last.seq) return { seq: head.seq + 1, cause: 'added' };
  if (head.hash !== last.hash) return { seq: last.seq, cause: 'head' };
  storeSeenHead(head);
  return null;
}

async function countEntries(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ entries: count() }).from(auditLog);
  return row?.entries ?? 0;
}
