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
const MARGIN_MS = 50;
/** The poll finds jobs that are due later than this. */
const LONGEST_TIMER_MS = 3_600_000;
/** A step that takes longer counts as lost and runs again, so steps must be short. */
const STEP_SECONDS = 180;

/** Opens the queue on Guichê's own database and starts a worker for each job. */
export async function startQueue(jobs: readonly DurableJob[]): Promise<void> {
  const boss = makeBoss();
  boss.on('error', (error) => log().error({ err: error }, 'the job queue failed'));
  await boss.start();
  processState.guicheBoss = boss;
  onShutdown('jobs', () => boss.stop({ graceful: true, timeout: 8_000 }));
  for (const job of jobs) await workOn(boss, job);
}

function makeBoss(): PgBoss {
  const engine = embeddedEngine();
  const quiet = { supervise: true, schedule: false, persistWarnings: false, monitorVacuum: false } as const;
  if (engine !== null)
    return new PgBoss({ ...quiet, db: fromPglite(engine), backend: 'pglite', reindex: false });
  // The queue has its own pool with the same time limits; what fails there is tried again.
  return new PgBoss({ ...quiet, ...answersInTime, connectionString: settings().databaseUrl ?? '', max: 3 });
}

async function workOn(boss: PgBoss, { name, run }: DurableJob): Promise<void> {
  await boss.createQueue(name, {
    policy: 'standard',
    retryLimit: 1_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: STEP_SECONDS,
    heartbeatSeconds: 20,
  });
  const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 };
  const worker = await boss.work(name, options, async ([job]) => {
    if (job === undefined) return;
    const next = await unattended(() => run(job.data as Record<string, unknown>, job.signal));
    if (next !== null) await enqueue(name, job.data as object, { at: next.againAt });
  });
  processState.guicheWorkers ??= new Map();
  processState.guicheWorkers.set(name, worker);
}

/** Throws unless the queue is open and its own database connection answers. */
export async function checkQueue(): Promise<void> {
  if (processState.guicheBoss === undefined) throw new Error('The job queue is not open.');
  await processState.guicheBoss.getQueues();
}

/** Puts a job on the queue, due now or at a time. */
export async function enqueue(name: string, data: object, { at }: { at?: Date } = {}): Promise<void> {
  if (processState.guicheBoss === undefined) throw new Error('The job queue is not open.');
  await processState.guicheBoss.send(name, data, at === undefined ? {} : { startAfter: at });
  const worker = processState.guicheWorkers?.get(name);
  const afterMs = at === undefined ? 0 : Math.max(0, at.getTime() - databaseNow()) + MARGIN_MS;
  if (worker === undefined || afterMs > LONGEST_TIMER_MS) return;
  setTimeout(() => processState.guicheBoss?.notifyWorker(worker), afterMs).unref();
}
