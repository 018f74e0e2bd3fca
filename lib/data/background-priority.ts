import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

// On globalThis: the framework loads this file once for pages and once for handlers.
const processState = globalThis as { guicheUnattended?: AsyncLocalStorage<true> };

function scopes(): AsyncLocalStorage<true> {
  processState.guicheUnattended ??= new AsyncLocalStorage();
  return processState.guicheUnattended;
}

/**
 * Runs work that no request waits for. It uses only a part of the database connections, so that requests find
 * the others free.
 */
export const unattended = <T>(work: () => T): T => scopes().run(true, work);

/** True inside `unattended`. */
export const isUnattended = (): boolean => scopes().getStore() === true;
