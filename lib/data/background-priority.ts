import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

// On globalThis: the framework loads this file once for pages and once for handlers.
const processState = globalThis as { guicheUnattended?: AsyncLocalStorage<true> };

function scopes(): AsyncLocalStorage<true> {
  processState.guicheUnattended ??= new AsyncLocalStorage();
  return processState.guicheUnattended;
}

/** Runs work that no request waits for: it shares a part of the connections, and requests find the others free. */
export const unattended = <T>(work: () => T): T => scopes().run(true, work);

/** Tells if the running code belongs to such work. */
export const isUnattended = (): boolean => scopes().getStore() === true;
