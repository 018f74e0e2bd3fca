import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Told, while somebody listens, the name of every field that had a value which could not be read. */
const listeners = new AsyncLocalStorage<(field: string) => void>();

export const tellUnreadable = (field: string): void => listeners.getStore()?.(field);

/** Runs reads; `heard` is called for each value of theirs that a reader could not make anything of. */
export const hearUnreadable = <T>(heard: (field: string) => void, run: () => Promise<T>): Promise<T> =>
  listeners.run(heard, run);
