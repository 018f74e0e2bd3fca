import 'server-only';
import { sql } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { within } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { checkMigrated, db } from '#lib/data/client.ts';
import { DEAD_AFTER_MS, thisInstance } from '#lib/data/jobs/instance.ts';
import { checkQueue } from '#lib/data/jobs/queue.ts';

const PATIENCE_MS = 2_000;

type Part = 'database' | 'migrations' | 'jobs';
const CHECKS: readonly [Part, () => PromiseLike<unknown>][] = [
  ['database', () => db().execute(sql`select 1`)],
  ['migrations', checkMigrated],
  ['jobs', checkJobs],
];

/** Checks database, migrations and jobs. GuicheError `unavailable` names the part that is not ready. */
export async function checkReady(): Promise<{ ready: true }> {
  const until = performance.now() + PATIENCE_MS;
  for (const [part, check] of CHECKS)
    try {
      await within(until - performance.now(), check());
    } catch (error) {
      log().warn({ err: error, part }, 'not ready');
      throw new GuicheError('unavailable', `Not ready: ${part}.`, {
        fields: [{ field: part, message: 'not_ready' }],
        retryAfterSeconds: 5,
      });
    }
  return { ready: true };
}

/** The queue is open and ticks run: the heartbeat is a tick itself. */
async function checkJobs(): Promise<void> {
  const { seen } = thisInstance();
  if (seen === null || performance.now() - seen.steady > DEAD_AFTER_MS)
    throw new Error('This process gives no sign of life.');
  await checkQueue();
}
