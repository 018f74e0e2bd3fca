import 'server-only';
import { LRUCache } from 'lru-cache';
import { settings } from '#lib/core/env/settings.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { isUnattended } from '#lib/data/jobs/background.ts';

type Entry = { value: unknown; ttlMs: number };

/**
 * Caches the `max` answers that were used last. Concurrent callers share a read; what failed is not cached.
 * `now`: ms of the clock by which answers expire.
 */
export function createCache({ max = 500, now = () => Date.now() } = {}) {
  const entries = new LRUCache<string, Entry, () => Promise<Entry>>({
    max,
    perf: { now },
    ttlResolution: 0,
    // A read whose key is deleted or evicted meanwhile still answers its callers, and is not cached.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context: read }) => {
      const entry = await read();
      options.ttl = entry.ttlMs;
      return entry;
    },
  });

  /** `ttlMs`: how long an answer is cached, from when its read began; 0: not at all. */
  async function cached<T>(key: string, ttlMs: (answer: T) => number, read: () => Promise<T>): Promise<T> {
    const context = async (): Promise<Entry> => {
      const began = now();
      const value = await read();
      return { value, ttlMs: Math.max(0, ttlMs(value) - (now() - began)) };
    };
    const entry = await entries.forceFetch(key, { context });
    // The library takes a ttl of 0 for an entry that never expires.
    if (entry.ttlMs === 0 && entries.peek(key) === entry) entries.delete(key);
    return entry.value as T;
  }

  return { read: cached, delete: (key: string) => void entries.delete(key), clear: () => entries.clear() };
}

/** A clock that nobody sets, in ms. */
export const monotonicNow = () => performance.now();

/** `people` covers sessions, operators and grants; `accounts` is the table of that name. */
export type CachedTable = 'people' | 'accounts';

/**
 * Greatest age (ms) of a shared database's reading, which another instance may write to. A person disabled
 * there is signed out within 5 s, plus the time until the next request or a stream's next check.
 */
const SHARED_MS = 3_000;

const cacheOf = (what: CachedTable) =>
  perProcess(`__guicheCached.${what}`, () => createCache({ max: 2_000, now: monotonicNow }));

/** The cached value until a write (`invalidateAfter`), of a shared database for 3 s. Null is never cached. */
export function cached<T>(what: CachedTable, key: string, read: () => Promise<T | null>): Promise<T | null> {
  const ttlMs = settings().databaseUrl === null ? Number.POSITIVE_INFINITY : SHARED_MS;
  // A request does not share the read of background work, which may wait for a connection.
  const shared = isUnattended() ? `unattended ${key}` : key;
  return cacheOf(what).read(shared, (value) => (value === null ? 0 : ttlMs), read);
}

/** Runs a write to cached tables, then clears their cache, whether the write succeeds or fails. */
export async function invalidateAfter<T>(what: CachedTable, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } finally {
    cacheOf(what).clear();
  }
}
