import 'server-only';
import { fromPglite, PgBoss } from 'pg-boss';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { unattended } from '#lib/data/background-priority.ts';
import { answersInTime, embeddedEngine } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';

/** A durable job: `run` does one step and says when the next is due (null: it is over). It may be run twice. */
export type DurableJob<Data extends object = Record<string, unknown>> = {
  name: string;
  /** Throwing makes it run again, later and later. */
  run: (data: Data, signal: AbortSignal) => Promise<{ againAt: Date } | null>;
};

const processState = globalThis as { guicheBoss?: PgBoss; guicheWorkers?: Map<string, string> };
/** Jobs of another instance are found so late; a job of this process wakes its own worker. */
const POLL_SECONDS = 2;
/** Between this process's idea of the database's clock and that clock. */
const MARGIN_MS = 50;
/** Jobs that are due later are found by the poll. */
const LONGEST_TIMER_MS = 3_600_000;
/** A step that takes longer is taken for lost and run again: steps are short. */
const STEP_SECONDS = 180;

/** Opens the queue on the product's own database and begins to work on these jobs. */
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
  // Its own pool: what does not answer in time fails there too, and is tried again.
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

/** Resolves where the queue is open and its own way to the database answers; throws otherwise. */
export async function checkQueue(): Promise<void> {
  if (processState.guicheBoss === undefined) throw new Error('The job queue is not open.');
  await processState.guicheBoss.getQueues();
}

/** Puts a job on the queue, now or at an instant. */
export async function enqueue(name: string, data: object, { at }: { at?: Date } = {}): Promise<void> {
  if (processState.guicheBoss === undefined) throw new Error('The job queue is not open.');
  await processState.guicheBoss.send(name, data, at === undefined ? {} : { startAfter: at });
  const worker = processState.guicheWorkers?.get(name);
  const afterMs = at === undefined ? 0 : Math.max(0, at.getTime() - databaseNow()) + MARGIN_MS;
  if (worker === undefined || afterMs > LONGEST_TIMER_MS) return;
  setTimeout(() => processState.guicheBoss?.notifyWorker(worker), afterMs).unref();
}
