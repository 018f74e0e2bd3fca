import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, gt } from 'drizzle-orm';
import { log } from '#lib/core/log.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { signedText, signText } from '#lib/data/audit/chain.ts';
import { seenStands } from '#lib/data/audit/seen.ts';
import { BEGIN, keepVerdict, type Place, verdictOf, verifyAudit, walk } from '#lib/data/audit/verify.ts';
import { beforeCommit } from '#lib/data/before-commit.ts';
import { db } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { type DurableJob, enqueue } from '#lib/data/jobs/queue.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { auditVerification } from '#lib/data/schema/audit.ts';

/**
 * The verification of the audit log as a job of the queue: one at a time, whichever instances run, in steps, so that it
 * goes on elsewhere when one ends.
 */

const JOB = 'audit-verification';
const STEP_MS = 20_000;
/** The queue begins a lost step anew within half a minute: what has not moved for so long has no step any more. */
const LOST_MS = 5 * 60_000;

const going = () => gt(auditVerification.steppedAt, ago(LOST_MS));

/** Begins a verification, or joins the one that goes on. `by`: the entry of who asks, written with its end. Gives its run. */
export async function askVerification(by: AuditEntry | null): Promise<string> {
  const own = randomUUID();
  const run = await db().transaction(async (tx) => {
    await lockNamed(tx, JOB);
    const [joined] = await tx
      .select({ run: auditVerification.run, askedBy: auditVerification.askedBy })
      .from(auditVerification)
      .where(going());
    const { run, askedBy } = joined ?? { run: own, askedBy: [] };
    const asked = [...askedBy, ...(by === null ? [] : [signText(JSON.stringify({ run, by }))])];
    if (joined !== undefined) {
      await tx.update(auditVerification).set({ askedBy: asked });
      return run;
    }
    const fresh = { run, steppedAt: dbNow, checked: 0, place: null, askedBy: asked };
    await tx
      .insert(auditVerification)
      .values({ id: 'run', ...fresh })
      .onConflictDoUpdate({ target: auditVerification.id, set: fresh });
    return run;
  });
  if (run === own) await enqueue(JOB, { run });
  return run;
}

/** The one that goes on, with how many entries it found to hold; null: none does. */
export async function runningVerification(): Promise<{ run: string; checked: number } | null> {
  const { run, checked } = auditVerification;
  const [row] = await db().select({ run, checked }).from(auditVerification).where(going());
  return row ?? null;
}

/**
 * At start, beside everything else: a chain that does not hold is told, and keeps nobody from working. What only this
 * instance has seen of it no other can miss.
 */
export function verifyAtStart(): void {
  seenStands()
    .then((stands): Promise<unknown> => (stands ? askVerification(null) : verifyAudit()))
    .catch((error: unknown) => log().error({ err: error }, 'the audit log could not be verified'));
}

export const auditVerificationJob: DurableJob = {
  name: JOB,
  run: ({ run }, signal) => stepVerification(String(run), signal),
};

/** One step of this run; null: it ended, or another took its place. */
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
      for (const asked of ended.askedBy) {
        const by = signedFor<{ by: AuditEntry }>(asked, run)?.by;
        if (by !== undefined) await appendAudit(tx, { ...by, result: intact ? 'ok' : 'failed', after });
      }
      // After those entries: the head that keeps it may be theirs, and is locked behind the chain by everybody.
      await beforeCommit(tx, () => keepVerdict(tx, verdict));
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
 * Whoever can write the database could name an entry behind a changed one, or somebody who asked for nothing: only what
 * this product signed for this run counts.
 */
function signedFor<T extends object>(signed: string | null, of: string): T | null {
  const text = signed === null ? null : signedText(signed);
  const read = text === null ? null : (JSON.parse(text) as T & { run: string });
  return read?.run === of ? read : null;
}
