import 'server-only';
import { fromPglite, PgBoss } from 'pg-boss';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { answersInTime, embeddedEngine } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { unattended } from '#lib/data/jobs/background.ts';

/** A durable job. `run` does one step, perhaps twice, and returns when the next is due; null: it is over. */
export type DurableJob<Data extends object = Record<string, unknown>> = {
  name: string;
  /** If it throws, the step runs again, after ever longer delays. */
  run: (data: Data, signal: AbortSignal) => Promise<{ againAt: Date } | null>;
};

const processState = globalThis as { guicheBoss?: PgBoss; guicheWorkers?: Map<string, string> };
/** A job from another instance waits for this poll; a job from this process starts its worker at once. */
const POLL_SECONDS = 2;
/** Tolerance in ms for the difference between `databaseNow` and the database's clock. */
export const MARGIN_MS = 50;
/** The poll finds jobs that are due later than this. */
const LONGEST_TIMER_MS = 3_600_000;
/** A step that takes longer counts as lost and runs again, so steps must be short. */
const STEP_SECONDS = 180;

/** How often a step that throws, or whose process died, is tried again. Heartbeats show a dead process. */
export const RETRIES = {
  retryLimit: 1_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  heartbeatSeconds: 20,
} as const;

/** The open queue. Throws before `startQueue`. */
export function openQueue(): PgBoss {
  if (processState.guicheBoss === undefined) throw new Error('The job queue is not open.');
  return processState.guicheBoss;
}

/** Opens the queue on Guichê's own database and starts a worker for each job. */
export async function startQueue(jobs: readonly DurableJob[]): Promise<void> {
  const boss = makeBoss();
  boss.on('error', (error) => log().error({ err: error }, 'the job queue failed'));
  await boss.start();
  processState.guicheBoss = boss;
  onShutdown('jobs', () => boss.stop({ graceful: true, timeout: 8_000 }));
  for (const { name, run } of jobs) {
    await boss.createQueue(name, { ...RETRIES, policy: 'standard', expireInSeconds: STEP_SECONDS });
    await workOn(name, POLL_SECONDS, async ({ data, signal }) => {
      const next = await unattended(() => run(data as Record<string, unknown>, signal));
      if (next !== null) await enqueue(name, data as object, { at: next.againAt });
    });
  }
}

function makeBoss(): PgBoss {
  const engine = embeddedEngine();
  const quiet = { supervise: true, schedule: false, persistWarnings: false, monitorVacuum: false } as const;
  if (engine !== null)
    return new PgBoss({ ...quiet, db: fromPglite(engine), backend: 'pglite', reindex: false });
  // The queue has its own pool with the same time limits; what fails there is tried again.
  return new PgBoss({ ...quiet, ...answersInTime, connectionString: settings().databaseUrl ?? '', max: 3 });
}

type ActiveJob = { id: string; data: unknown; signal: AbortSignal };

/** Starts this process's worker of a queue, which runs one job at a time. */
export async function workOn(
  name: string,
  pollSeconds: number,
  run: (job: ActiveJob) => Promise<void>,
): Promise<void> {
  const options = { pollingIntervalSeconds: pollSeconds, batchSize: 1 };
  const worker = await openQueue().work(name, options, async ([job]) => {
    if (job !== undefined) await run(job);
  });
  processState.guicheWorkers ??= new Map();
  processState.guicheWorkers.set(name, worker);
}

/** The embedded database has no autovacuum: what ended jobs leave would grow the queue by 2 MB a day. */
export async function vacuumQueue(): Promise<void> {
  await embeddedEngine()?.exec('vacuum pgboss.job');
}

/** Throws unless the queue is open and its own database connection answers. */
export async function checkQueue(): Promise<void> {
  await openQueue().getQueues();
}

/** Puts a job on the queue, due now or at a time. A periodic job's queue takes none while it has one. */
export async function enqueue(name: string, data: object, { at }: { at?: Date } = {}): Promise<void> {
  const sent = await openQueue().send(name, data, at === undefined ? {} : { startAfter: at });
  if (sent !== null) startWhenDue(name, at === undefined ? 0 : at.getTime() - databaseNow() + MARGIN_MS);
}

/** Has this process's worker of the queue look for the job that is due after so many ms. */
export function startWhenDue(name: string, afterMs: number): void {
  const worker = processState.guicheWorkers?.get(name);
  if (worker === undefined || afterMs > LONGEST_TIMER_MS) return;
  setTimeout(() => processState.guicheBoss?.notifyWorker(worker), Math.max(0, afterMs)).unref();
}
