import { newSeed } from '#lib/api/use-intent-key.ts';
import type { Intent } from './use-operation.ts';

type StoredDraft<V> = { seed: string; values: Partial<V> | null };
/** The values of a form, stored in this tab only, with the seed of its idempotency key. */
export type StoredForm<V> = Intent & {
  /** Reads values from before a reload, a back navigation or an ended session. */
  read: () => Partial<V> | null;
  /** Stores the values; null discards them. Submitting the same body again is still the same intent. */
  write: (values: Partial<V> | null) => void;
};

const PREFIX = 'guiche.draft.';
/** A reloading page releases its locks within this time (ms). */
const WAIT_MS = 500;
/** Seeds whose lock this page holds. */
const lockedSeeds = new Set<string>();

/**
 * `form` identifies the form per operator and account. The same stored values and body are one intent, also
 * after a reload. A duplicated tab gets a new intent, because the first tab still holds the lock of the seed.
 */
export function storedForm<V>(operator: string, account: string, form: string): StoredForm<V> {
  const name = `${PREFIX}${operator}.${account}.${form}`;
  let now: StoredDraft<V> | null = null;
  let lockChecked: Promise<void> = Promise.resolve();
  const store = (next: StoredDraft<V>) => {
    now = next;
    ignoringErrors(() => sessionStorage.setItem(name, JSON.stringify(next)));
  };
  const renewSeed = () => {
    const seed = newSeed();
    void acquireLock(seed);
    return seed;
  };
  const currentSeed = () => now?.seed || renewSeed();
  return {
    read() {
      dropOthers(operator);
      const text = ignoringErrors(() => sessionStorage.getItem(name));
      if (!text) return null;
      const found = ignoringErrors(() => JSON.parse(text) as StoredDraft<V>);
      if (!found) return null;
      now = found;
      lockChecked = acquireLock(found.seed).then((mine) => {
        if (!mine && now) store({ ...now, seed: renewSeed() });
      });
      return found.values;
    },
    write: (values) => store({ seed: currentSeed(), values }),
    async keyFor(body) {
      await lockChecked;
      const seed = currentSeed();
      if (now?.seed !== seed) store({ seed, values: now?.values ?? null });
      return `${seed}-${digest(JSON.stringify(body))}`;
    },
    end(how) {
      if (how !== 'sent') return now ? store({ ...now, seed: renewSeed() }) : undefined;
      now = null;
      ignoringErrors(() => sessionStorage.removeItem(name));
    },
  };
}

/** True if this page holds the lock of the seed; also without the Locks API (plain http). */
function acquireLock(seed: string): Promise<boolean> {
  if (lockedSeeds.has(seed) || typeof navigator === 'undefined' || !navigator.locks)
    return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`guiche.intent.${seed}`, { signal: AbortSignal.timeout(WAIT_MS) }, () => {
        lockedSeeds.add(seed);
        resolve(true);
        // Never resolves: the lock lasts until the page closes.
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** Removes values typed by other operators in this tab. */
function dropOthers(operator: string): void {
  ignoringErrors(() => {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${operator}.`))
        sessionStorage.removeItem(name);
  });
}

/** Ignores full or forbidden storage: the form works without it. */
function ignoringErrors<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** FNV-1a, 32 bits: tells the bodies of one form apart. The server refuses a key reused with another body. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash ^= text.charCodeAt(place);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
