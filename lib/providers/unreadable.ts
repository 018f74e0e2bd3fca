import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Told, while somebody listens, the name of every field that had a value which could not be read. */
const listeners = new AsyncLocalStorage<(field: string, times: number) => void>();

export const tellUnreadable = (field: string, times = 1): void => listeners.getStore()?.(field, times);

/** Runs reads; `heard` is called for each value of theirs that a reader could not make anything of. */
export const hearUnreadable = <T>(
  heard: (field: string, times: number) => void,
  run: () => Promise<T>,
): Promise<T> => listeners.run(heard, run);

/** Told in a field's place for rows that came, or were counted, and cannot be shown at all. */
export const WHOLE_ROW = '(row)';
