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

/** Runs a reader and holds back its unreadable fields: of several tries, only the chosen one tells them. */
export function overheard<T>(run: () => T): { value: T; tell: () => void } {
  const told: [field: string, times: number][] = [];
  const value = listeners.run((field, times) => told.push([field, times]), run);
  const tell = () => {
    for (const [field, times] of told) tellUnreadable(field, times);
  };
  return { value, tell };
}

/** Told in a field's place for rows that came, or were counted, and cannot be shown at all. */
export const WHOLE_ROW = '(row)';
