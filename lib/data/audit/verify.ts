import 'server-only';
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { log } from '#lib/core/log.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
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
import { isSeenHeadInLog, seenHead, storeSeenHead } from '#lib/data/audit/seen.ts';
import { beforeCommit, db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { ago, databaseIso, dbNow } from '#lib/data/clock.ts';
import { type DurableJob, enqueue } from '#lib/data/jobs/queue.ts';
import { type RetiredKey, retiredKeysFor } from '#lib/data/retired-keys.ts';
import { auditHead, auditLog, auditVerification } from '#lib/data/schema/audit.ts';

const AT_ONCE = 500;

/** A place in the chain: its last valid entry, how many were checked, whether a key sealed any (`keyed`). */
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
    entries: broken === null ? checked : await tx.$count(auditLog),
    intact: broken === null,
    firstBroken: broken?.seq ?? null,
    cause: broken?.cause ?? null,
    at: databaseIso(),
  };
  if (broken !== null) log().error(verdict, 'the chain of the audit log does not hold');
  return verdict;
}

/** Stores the verdict in the head row. Only a broken log without a head gets one, an empty one. */
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
type Known = { head: Head | undefined; seen: Head | null; retired: readonly RetiredKey[] };

export type Ended = { broken: Broken | null; checked: number };

/** Checks the chain from a place to the first invalid entry, the end, or after `forMs` ms a new place. */
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
    // Hashing blocks the process: waiting requests run here.
    await yieldToEventLoop();
  } while (performance.now() - begun < forMs);
  return { ...last, keyed, checked };
}

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

const JOB = 'audit-verification';
const STEP_MS = 20_000;
/** A run without progress for so long has no step any more: the queue restarts a lost one in 30 s. */
const LOST_MS = 5 * 60_000;

const isRunning = () => gt(auditVerification.steppedAt, ago(LOST_MS));

/** Begins a verification or joins the running one; returns its id. The entry `by` is appended at its end. */
export async function requestVerification(by: AuditEntry | null): Promise<string> {
  const own = randomUUID();
  const run = await db().transaction(async (tx) => {
    await lockNamed(tx, JOB);
    const [joined] = await tx
      .select({ run: auditVerification.run, askedBy: auditVerification.askedBy })
      .from(auditVerification)
      .where(isRunning());
    const { run, askedBy } = joined ?? { run: own, askedBy: [] };
    const requests = [...askedBy, ...(by === null ? [] : [signText(JSON.stringify({ run, by }))])];
    if (joined !== undefined) {
      await tx.update(auditVerification).set({ askedBy: requests });
      return run;
    }
    const fresh = { run, steppedAt: dbNow, checked: 0, place: null, askedBy: requests };
    await tx
      .insert(auditVerification)
      .values({ id: 'run', ...fresh })
      .onConflictDoUpdate({ target: auditVerification.id, set: fresh });
    return run;
  });
  if (run === own) await enqueue(JOB, { run });
  return run;
}

/** The running verification and how many entries it found valid so far; null if none runs. */
export async function runningVerification(): Promise<{ run: string; checked: number } | null> {
  const { run, checked } = auditVerification;
  const [row] = await db().select({ run, checked }).from(auditVerification).where(isRunning());
  return row ?? null;
}

/**
 * Runs at start without delaying it. A broken chain is reported and stops nobody from working. Verifies here
 * if the log lacks the head that this instance saw.
 */
export function verifyAtStart(): void {
  isSeenHeadInLog()
    .then((intact): Promise<unknown> => (intact ? requestVerification(null) : verifyAudit()))
    .catch((error: unknown) => log().error({ err: error }, 'the audit log could not be verified'));
}

/** Verifies the log as a queue job: one run for all instances, in steps that another can continue. */
export const auditVerificationJob: DurableJob = {
  name: JOB,
  run: ({ run }, signal) => stepVerification(String(run), signal),
};

/** Runs one step. Null: the run ended, or another run replaced it. */
export async function stepVerification(
  run: string,
  signal: AbortSignal,
  forMs = STEP_MS,
): Promise<{ againAt: Date } | null> {
  const own = eq(auditVerification.run, run);
  const [row] = await db().select().from(auditVerification).where(own);
  if (row === undefined) return null;
  const walked = await walk(signedFor<Place>(row.place, run) ?? BEGIN, { signal, forMs });
  if ('broken' in walked) {
    await db().transaction(async (tx) => {
      const [ended] = await tx.delete(auditVerification).where(own).returning();
      if (ended === undefined) return;
      const verdict = await verdictOf(tx, walked);
      const { intact, at: _, ...after } = verdict;
      for (const request of ended.askedBy) {
        const by = signedFor<{ by: AuditEntry }>(request, run)?.by;
        if (by !== undefined) await appendAudit(tx, { ...by, result: intact ? 'ok' : 'failed', after });
      }
      // After those entries: the verdict locks the head row, which everybody locks after the chain.
      await beforeCommit(tx, () => storeVerdict(tx, verdict));
    });
    return null;
  }
  const place = signText(JSON.stringify({ run, ...walked }));
  const stepped = await db()
    .update(auditVerification)
    .set({ place, checked: walked.checked, steppedAt: dbNow })
    .where(own)
    .returning({ run: auditVerification.run });
  return stepped.length === 0 ? null : { againAt: new Date() };
}

/** The value if Guichê signed it for this run: nobody who writes the database can skip or invent one. */
function signedFor<T extends object>(signed: string | null, of: string): T | null {
  const text = signed === null ? null : signedText(signed);
  const read = text === null ? null : (JSON.parse(text) as T & { run: string });
  return read?.run === of ? read : null;
}

/** `npm run admin -- verify-audit`, while the server runs. */
export const verifyAuditCommand: Command = () => verifyAudit();
