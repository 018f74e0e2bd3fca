import 'server-only';
import { sleep } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { unattended } from '#lib/data/background-priority.ts';

const ENDING_MS = 5_000;

const processState = globalThis as { guicheLanes?: Map<string | symbol, Promise<unknown>> };

/**
 * Work that waits for a provider, each account's beside the others': one lane goes on over many ticks, and nothing is
 * begun in a lane that is taken. Nobody waits for it but the shutdown. Gives whether it was begun.
 */
export function runInBackground(name: string, work: () => Promise<void>): boolean {
  if (runningTasks().has(name)) return false;
  run(name, name, work);
  return true;
}

/** The same for what follows a request and needs no turn. */
export function beside(what: string, work: () => Promise<unknown>): void {
  run(Symbol(), what, work);
}

function run(lane: string | symbol, what: string, work: () => Promise<unknown>): void {
  const lanes = runningTasks();
  const running = unattended(async () => work())
    .catch((error: unknown) => log().error({ err: error, lane: what }, 'background work failed'))
    .finally(() => lanes.delete(lane));
  lanes.set(lane, running);
}

/** Waits for what is under way and for what that begins, for a few seconds. */
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
