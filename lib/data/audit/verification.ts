import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, gt } from 'drizzle-orm';
import { log } from '#lib/core/log.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { signedText, signText } from '#lib/data/audit/chain.ts';
import { isSeenHeadInLog } from '#lib/data/audit/seen.ts';
import { BEGIN, type Place, storeVerdict, verdictOf, verifyAudit, walk } from '#lib/data/audit/verify.ts';
import { beforeCommit } from '#lib/data/before-commit.ts';
import { db } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { type DurableJob, enqueue } from '#lib/data/jobs/queue.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { auditVerification } from '#lib/data/schema/audit.ts';

/**
 * Verifies the audit log as a queue job. One run at a time exists across all instances. It runs in steps, so
 * that another instance continues when one ends.
 */

const JOB = 'audit-verification';
const STEP_MS = 20_000;
/**
 * The queue restarts a lost step within half a minute: a run without progress for so long has no step any
 * more.
 */
const LOST_MS = 5 * 60_000;

const isRunning = () => gt(auditVerification.steppedAt, ago(LOST_MS));

/**
 * Begins a verification or joins the running one; returns its run id. `by`: the requester's audit entry,
 * appended when the run ends.
 */
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
 * Runs at start without delaying it: a broken chain is reported and stops nobody from working. If the log
 * lacks the head that only this instance has seen, this instance verifies it itself.
 */
export function verifyAtStart(): void {
  isSeenHeadInLog()
    .then((intact): Promise<unknown> => (intact ? requestVerification(null) : verifyAudit()))
    .catch((error: unknown) => log().error({ err: error }, 'the audit log could not be verified'));
}

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
      // After those entries, because storing the verdict locks the head row, and everybody locks it after the
      // chain.
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

/**
 * Returns the signed value only if Guichê signed it for this run. Otherwise, whoever can write the database
 * could skip a changed entry or invent a requester.
 */
function signedFor<T extends object>(signed: string | null, of: string): T | null {
  const text = signed === null ? null : signedText(signed);
  const read = text === null ? null : (JSON.parse(text) as T & { run: string });
  return read?.run === of ? read : null;
}
