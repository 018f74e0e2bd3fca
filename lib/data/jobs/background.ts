import 'server-only';
import { sleep } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { unattended } from '#lib/data/background-priority.ts';

const ENDING_MS = 5_000;

const processState = globalThis as { guicheLanes?: Map<string | symbol, Promise<unknown>> };

/**
 * Runs one background task per name at a time, however long it takes; tasks of other names run in parallel.
 * Only shutdown waits for it. Returns false if a task of this name is still running.
 */
export function runInBackground(name: string, work: () => Promise<void>): boolean {
  if (runningTasks().has(name)) return false;
  run(name, name, work);
  return true;
}

/** Runs a background task that follows a request, in parallel with any others. */
export function runDetached(what: string, work: () => Promise<unknown>): void {
  run(Symbol(), what, work);
}

function run(lane: string | symbol, what: string, work: () => Promise<unknown>): void {
  const lanes = runningTasks();
  const running = unattended(async () => work())
    .catch((error: unknown) => log().error({ err: error, lane: what }, 'background work failed'))
    .finally(() => lanes.delete(lane));
  lanes.set(lane, running);
}

/** Waits up to 5 s for the running tasks and for those that they start. */
export async function awaitBackground(): Promise<void> {
  const lanes = runningTasks();
  const late = new AbortController();
  const over = sleep(ENDING_MS, late.signal).then(() => late.abort());
  while (lanes.size > 0 && !late.signal.aborted) await Promise.race([Promise.all(lanes.values()), over]);
  late.abort();
}

function runningTasks(): Map<string | symbol, Promise<unknown>> {
  processState.guicheLanes ??= new Map();
  return processState.guicheLanes;
}
