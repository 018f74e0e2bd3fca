import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, count, eq, gt, ne } from 'drizzle-orm';
import {
  AUDIT_CHAIN,
  FIRST_HASH,
  type Hashed,
  type Head,
  headHolds,
  judgeEntry,
  plainHashOf,
  signedText,
  signText,
} from '#lib/audit/chain.ts';
import { rememberHead, seenHead } from '#lib/audit/seen.ts';
import { AuditVerdict } from '#lib/audit/verdict.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { type RetiredKey, retiredKeysFor } from '#lib/db/retired-keys.ts';
import { auditHead, auditLog } from '#lib/db/schema/audit.ts';
import { log } from '#lib/log.ts';
import { onShutdown } from '#lib/shutdown.ts';

const AT_ONCE = 500;

/** `checked`: entries that were found to hold so far. */
export type Verification = { checked: number; ended: Promise<AuditVerdict> };
const processState = globalThis as {
  guicheAuditVerification?: Verification;
  guicheAuditEnding?: AbortController;
};

/**
 * Walks the chain of audit entries from its first one, a few hundred in memory at a time. One at a time in a process:
 * whoever asks meanwhile gets the same. What it finds is kept for `lastVerdict`.
 */
export function beginVerification(): Verification {
  if (processState.guicheAuditVerification !== undefined) return processState.guicheAuditVerification;
  processState.guicheAuditEnding ??= new AbortController();
  const run: Verification = { checked: 0, ended: Promise.resolve() as never };
  run.ended = verify(run, processState.guicheAuditEnding.signal).finally(() => {
    delete processState.guicheAuditVerification;
  });
  processState.guicheAuditVerification = run;
  return run;
}

export const verifyAudit = (): Promise<AuditVerdict> => beginVerification().ended;

/** The one that is under way in this process, or null. */
export const runningVerification = (): Verification | null => processState.guicheAuditVerification ?? null;

/** Verdict of the last verification, by any instance; null before the first ended. */
export async function lastVerdict(): Promise<AuditVerdict | null> {
  const [row] = await db().select({ verdict: auditHead.verdict }).from(auditHead);
  const text = row?.verdict == null ? null : signedText(row.verdict);
  return text === null ? null : AuditVerdict.parse(JSON.parse(text));
}

/** At start, beside everything else: a chain that does not hold is told, and keeps nobody from working. */
export function verifyAtStart(): void {
  verifyAudit().catch((error: unknown) => {
    if (!processState.guicheAuditEnding?.signal.aborted)
      log().error({ err: error }, 'the audit log could not be verified');
  });
  onShutdown('audit verification', async () => {
    processState.guicheAuditEnding?.abort();
    await runningVerification()?.ended.catch(() => undefined);
  });
}

async function verify(run: Verification, signal: AbortSignal): Promise<AuditVerdict> {
  const broken = await walk(run, signal);
  const verdict: AuditVerdict = {
    entries: broken === null ? run.checked : await countEntries(),
    intact: broken === null,
    firstBroken: broken?.seq ?? null,
    cause: broken?.cause ?? null,
    at: new Date(databaseNow()).toISOString(),
  };
  if (broken !== null) log().error(verdict, 'the chain of the audit log does not hold');
  await saveVerdict(signText(JSON.stringify(verdict)), verdict.intact);
  return verdict;
}

/** Of a log whose head is gone too: one that holds nothing takes its place. An empty log has none to be told of. */
async function saveVerdict(verdict: string, intact: boolean): Promise<void> {
  if (intact) await db().update(auditHead).set({ verdict });
  else
    await db()
      .insert(auditHead)
      .values({ id: 'head', seq: 0, hash: '', keyedFrom: 0, mac: '', verdict })
      .onConflictDoUpdate({ target: auditHead.id, set: { verdict } });
}

type Cause = NonNullable<AuditVerdict['cause']>;
type Broken = { seq: number | null; cause: Cause };
type Link = { seq: number; hash: string };
/** Facts of the chain from elsewhere than its entries. */
type Known = { head: Head | undefined; seen: Head | null; retired: readonly RetiredKey[] };

async function walk(run: Verification, signal: AbortSignal): Promise<Broken | null> {
  const seen = seenHead();
  const retired = await retiredKeysFor(AUDIT_CHAIN);
  let last: Link = { seq: 0, hash: FIRST_HASH };
  let keyed = false;
  for (;;) {
    signal.throwIfAborted();
    // Read before the entries: what it says is written was there when they were read.
    const [head] = await db().select().from(auditHead);
    const rows = await db()
      .select()
      .from(auditLog)
      .where(gt(auditLog.seq, last.seq))
      .orderBy(auditLog.seq)
      .limit(AT_ONCE);
    if (rows.length === 0) return judgeEnd(last, keyed, { head, seen, retired });
    for (const { hash, ...row } of rows) {
      const cause = await causeOf(row, hash, last, { head, seen, retired });
      if (cause !== null) return { seq: row.seq, cause };
      last = { seq: row.seq, hash };
      keyed ||= isKeyed(hash);
      run.checked += 1;
    }
    // Hashing keeps the processor: requests come between.
    await nextTurn();
  }
}

/** Why this entry does not follow on `last`; null: it does. */
async function causeOf(row: Hashed, hash: string, last: Link, known: Known): Promise<Cause | null> {
  const own = judgeOne(row, hash, known);
  if (row.seq === last.seq + 1 && row.previousHash === last.hash) {
    if (own !== 'holds') return own === 'no key' ? 'key' : 'changed';
    return known.seen?.seq === row.seq && known.seen.hash !== hash ? 'rewound' : null;
  }
  if (await standsElsewhere(last, known)) return 'reordered';
  return row.seq === last.seq + 1 && own !== 'holds' ? 'changed' : 'removed';
}

/** An entry without a key counts only where the chain had none yet. */
function judgeOne(row: Hashed, hash: string, { head, seen, retired }: Known): ReturnType<typeof judgeEntry> {
  if (isKeyed(hash)) return judgeEntry(row, hash, retired);
  const sealed = head !== undefined && headHolds(head) ? head.keyedFrom : Number.POSITIVE_INFINITY;
  const keyedFrom = Math.min(sealed, seen?.keyedFrom ?? Number.POSITIVE_INFINITY);
  return row.seq < keyedFrom && plainHashOf(row) === hash ? 'holds' : 'differs';
}

const isKeyed = (hash: string) => hash.includes('.');

/** Tells if the entry that follows on `last` stands in another place. */
async function standsElsewhere(last: Link, known: Known): Promise<boolean> {
  const seq = last.seq + 1;
  const following = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.previousHash, last.hash), ne(auditLog.seq, seq)))
    .limit(5);
  return following.some(({ hash, ...row }) => judgeOne({ ...row, seq }, hash, known) === 'holds');
}

/** All entries hold: whether they are all there were. */
function judgeEnd(last: Link, keyed: boolean, { head, seen }: Known): Broken | null {
  if (head === undefined ? keyed : !headHolds(head)) return { seq: null, cause: 'head' };
  if (Math.max(head?.seq ?? 0, seen?.seq ?? 0) > last.seq) return { seq: last.seq + 1, cause: 'cut' };
  if (head === undefined) return null;
  if (head.seq < last.seq) return { seq: head.seq + 1, cause: 'added' };
  if (head.hash !== last.hash) return { seq: last.seq, cause: 'head' };
  rememberHead(head);
  return null;
}

async function countEntries(): Promise<number> {
  const [row] = await db().select({ entries: count() }).from(auditLog);
  return row?.entries ?? 0;
}
