import 'server-only';

type Entry = { until: number; answer: Promise<unknown> };

/**
 * Caches answers in this process by key for `ttlMs`, which may depend on the answer. Concurrent callers of
 * one key share one load. A failed answer is not cached.
 */
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
