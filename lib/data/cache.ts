import 'server-only';
import { settings } from '#lib/core/env/settings.ts';

/** `people` is read from sessions, operators and grants; `accounts` from the table of that name. */
export type CachedTable = 'people' | 'accounts';

/**
 * Another instance may write to a shared database: what was read there is never older. Who was disabled there is out
 * within 5 s, and a page's next question or a stream's next look comes on top of this.
 */
const SHARED_MS = 3_000;
const MOST = 2_000;

type Memory = { writes: number; entries: Map<string, { value: unknown; until: number }> };
// On globalThis: the framework loads this file once for pages and once for handlers.
const processState = globalThis as { __guicheRemembered?: Record<CachedTable, Memory> };

function memoryOf(what: CachedTable): Memory {
  const empty = (): Memory => ({ writes: 0, entries: new Map() });
  processState.__guicheRemembered ??= { people: empty(), accounts: empty() };
  return processState.__guicheRemembered[what];
}

/**
 * Gives the value of `read` for this key, from memory until somebody writes (`invalidateAfter`). The embedded
 * database has no other writer; a reading of a shared one is kept for 3 s. Null is never kept.
 */
export async function cached<T>(
  what: CachedTable,
  key: string,
  read: () => Promise<T | null>,
): Promise<T | null> {
  const memory = memoryOf(what);
  const now = performance.now();
  const known = memory.entries.get(key);
  if (known !== undefined && now < known.until) return known.value as T;
  const { writes } = memory;
  const value = await read();
  // A reading that a write overtook may be of before it.
  if (value === null || memory.writes !== writes) return value;
  if (memory.entries.size >= MOST) memory.entries.clear();
  const until = settings().databaseUrl === null ? Number.POSITIVE_INFINITY : now + SHARED_MS;
  memory.entries.set(key, { value, until });
  return value;
}

/** Runs a write to tables that are remembered; when it has ended, well or not, all that was read from them is forgotten. */
export async function invalidateAfter<T>(what: CachedTable, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } finally {
    const memory = memoryOf(what);
    memory.writes += 1;
    memory.entries.clear();
  }
}
