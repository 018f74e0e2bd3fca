import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { log } from '#lib/core/log.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { sleep } from '#lib/core/sleep.ts';

const ENDING_MS = 5_000;

const scopes = () => perProcess('guicheUnattended', () => new AsyncLocalStorage<true>());
const runningTasks = () => perProcess('guicheTasks', () => new Map<string | symbol, Promise<unknown>>());

/** Runs work that no request waits for, on a part of the connections, so that requests find others free. */
export const unattended = <T>(work: () => T): T => scopes().run(true, work);

/** True inside `unattended`. */
export const isUnattended = (): boolean => scopes().getStore() === true;

/** One task per name at a time, parallel to others; only shutdown waits. False if one is still running. */
export function runInBackground(name: string, work: () => Promise<void>): boolean {
  if (runningTasks().has(name)) return false;
  run(name, name, work);
  return true;
}

/** Runs a background task that follows a request, in parallel with any others. */
export function runDetached(what: string, work: () => Promise<unknown>): void {
  run(Symbol(), what, work);
}

function run(key: string | symbol, what: string, work: () => Promise<unknown>): void {
  const tasks = runningTasks();
  const running = unattended(async () => work())
    .catch((error: unknown) => log().error({ err: error, lane: what }, 'background work failed'))
    .finally(() => tasks.delete(key));
  tasks.set(key, running);
}

/** Waits up to 5 s for the running tasks and for those that they start. */
export async function awaitBackground(): Promise<void> {
  const tasks = runningTasks();
  const late = new AbortController();
  const over = sleep(ENDING_MS, late.signal).then(() => late.abort());
  while (tasks.size > 0 && !late.signal.aborted) await Promise.race([Promise.all(tasks.values()), over]);
  late.abort();
}
