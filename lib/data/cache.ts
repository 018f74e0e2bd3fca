import 'server-only';
import { settings } from '#lib/core/env/settings.ts';
import { perProcess } from '#lib/core/per-process.ts';

/** `people` covers sessions, operators and grants; `accounts` is the table of that name. */
export type CachedTable = 'people' | 'accounts';

/**
 * Greatest age (ms) of a shared database's reading, which another instance may write to. A person disabled
 * there is signed out within 5 s, plus the time until the next request or a stream's next check.
 */
const SHARED_MS = 3_000;
const MAX_ENTRIES = 2_000;

type Memory = { writes: number; entries: Map<string, { value: unknown; until: number }> };
const memoryOf = (what: CachedTable) =>
  perProcess(`__guicheCached.${what}`, (): Memory => ({ writes: 0, entries: new Map() }));

/** The cached value until a write (`invalidateAfter`), of a shared database for 3 s. Null is never cached. */
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
  // A write during the read may have made the value stale: it is not cached.
  if (value === null || memory.writes !== writes) return value;
  if (memory.entries.size >= MAX_ENTRIES) memory.entries.clear();
  const until = settings().databaseUrl === null ? Number.POSITIVE_INFINITY : now + SHARED_MS;
  memory.entries.set(key, { value, until });
  return value;
}

/** Runs a write to cached tables, then clears their cache, whether the write succeeds or fails. */
export async function invalidateAfter<T>(what: CachedTable, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } finally {
    const memory = memoryOf(what);
    memory.writes += 1;
    memory.entries.clear();
  }
}

type Entry = { until: number; answer: Promise<unknown> };

/** Caches answers by key for `ttlMs` of each; concurrent callers share a load. Failures are not cached. */
export function createCache(now: () => number = Date.now, limit = 500) {
  const entries = new Map<string, Entry>();

  function sweep(): void {
    for (const [key, entry] of entries) if (entry.until <= now()) entries.delete(key);
    for (const key of entries.keys()) {
      if (entries.size < limit) return;
      entries.delete(key);
    }
  }

  return function cached<T>(key: string, ttlMs: (answer: T) => number, load: () => Promise<T>): Promise<T> {
    const found = entries.get(key);
    if (found !== undefined && found.until > now()) return found.answer as Promise<T>;
    sweep();
    const answer = load();
    // While it loads, the entry does not expire: every caller waits for the same load.
    const entry: Entry = { until: Number.POSITIVE_INFINITY, answer };
    entries.set(key, entry);
    answer.then(
      (value) => {
        entry.until = now() + ttlMs(value);
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return answer;
  };
}
