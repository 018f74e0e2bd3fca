import 'server-only';
import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { within } from '#lib/core/http/retry.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { sleep } from '#lib/core/sleep.ts';
import { db } from '#lib/data/client.ts';
import { unattended } from '#lib/data/jobs/background.ts';
import { enqueue, MARGIN_MS, openQueue, RETRIES, startWhenDue, workOn } from '#lib/data/jobs/queue.ts';
import { announceTick, countRun, startTicks } from '#lib/data/jobs/ticks.ts';

/**
 * Work that all instances do once in a period. Its queue has one row: the run that waits or is active. Several
 * processes run it at once only if a process paused so long that its run counts as lost.
 */
export type PeriodicJob = {
  name: string;
  /** ms from the end of a run, well or failed, to the next. A restart does not shorten it. */
  everyMs: number;
  /** ms before this process runs it: calls to providers do not compete with requests right after start. */
  firstAfterMs?: number;
  run: (signal: AbortSignal) => Promise<void>;
};

/** A run that takes longer counts as lost. That of a dead process does so after its heartbeat. */
const LONGEST_RUN_SECONDS = 6 * 3_600;
/** Twice the period, at most a minute: where the last run ended, a timer starts the next before the poll. */
const pollMs = (everyMs: number): number => Math.min(60_000, Math.max(500, 2 * everyMs));
/** How often a job without a row is sent again: its tries are used up, or somebody deleted it. */
const SEND_MISSING_MS = 60_000;
/** A shutdown waits this long for running jobs, before it ends what they may have started. */
const ENDING_MS = 5_000;

/** Runs each job `everyMs` after its last run ended, on one instance at a time. Needs the open queue. */
export async function startPeriodic(
  jobs: readonly PeriodicJob[],
  sendMissingMs = SEND_MISSING_MS,
): Promise<void> {
  const boss = openQueue();
  const ending = new AbortController();
  for (const job of jobs) {
    const limits = { ...RETRIES, expireInSeconds: LONGEST_RUN_SECONDS };
    await boss.createQueue(job.name, { ...limits, policy: 'exclusive' });
    announceTick(job.name, Math.max(job.everyMs, job.firstAfterMs ?? 0));
    void startWorker(job, ending.signal);
  }
  startTicks([{ name: 'periodic jobs', everyMs: sendMissingMs, run: () => sendMissing(jobs) }]);
  onShutdown('periodic jobs', async () => {
    ending.abort();
    const ended = Promise.all(jobs.map(({ name }) => boss.offWork(name)));
    await within(ENDING_MS, ended).catch(() => undefined);
  });
}

async function startWorker(job: PeriodicJob, ending: AbortSignal): Promise<void> {
  const { name, everyMs, firstAfterMs = 0, run } = job;
  if (firstAfterMs > 0) await sleep(firstAfterMs, ending);
  if (ending.aborted) return;
  await workOn(name, pollMs(everyMs) / 1000, async ({ id, signal }) => {
    const stopped = AbortSignal.any([signal, ending]);
    await unattended(() => countRun(name, () => run(stopped), ending));
    // A run that the shutdown cut off begins again at once on another instance, or after the restart.
    const afterMs = ending.aborted ? 0 : everyMs;
    await unattended(() => replaceRow(name, id, afterMs));
    startWhenDue(name, afterMs + MARGIN_MS);
  });
}

/** Replaces the row of the run that ended by that of the next. */
async function replaceRow(name: string, id: string, afterMs: number): Promise<void> {
  await db().transaction(async (tx) => {
    const inTransaction = { db: fromDrizzle(tx as unknown as Parameters<typeof fromDrizzle>[0], sql) };
    await openQueue().deleteJob(name, id, inTransaction);
    await openQueue().send(name, {}, { startAfter: afterMs / 1000, ...inTransaction });
  });
}

async function sendMissing(jobs: readonly PeriodicJob[]): Promise<void> {
  for (const { name } of jobs) await enqueue(name, {});
}
