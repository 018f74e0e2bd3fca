import { tryStorage } from '#components/ui/storage.ts';
import { newSeed } from '#lib/api/use-intent-key.ts';

type StoredDraft<V> = { seed: string; values: Partial<V> | null };
export type StoredForm<V> = ReturnType<typeof storedForm<V>>;

const PREFIX = 'guiche.draft.';
/** A reloading page releases its locks within this time (ms). */
const WAIT_MS = 500;
/** Seeds whose lock this page holds. */
const lockedSeeds = new Set<string>();

/**
 * The values of a form, stored in this tab only, with the seed of its idempotency key. `form` names the form
 * per operator and account. The same stored values and body are one intent, also after a reload. A duplicated
 * tab gets a new intent, because the first tab still holds the lock of the seed.
 */
export function storedForm<V>(operator: string, account: string, form: string) {
  const name = `${PREFIX}${operator}.${account}.${form}`;
  let now: StoredDraft<V> | null = null;
  let lockChecked: Promise<void> = Promise.resolve();
  const store = (next: StoredDraft<V>) => {
    now = next;
    tryStorage(() => sessionStorage.setItem(name, JSON.stringify(next)));
  };
  const renewSeed = () => {
    const seed = newSeed();
    void acquireLock(seed);
    return seed;
  };
  const currentSeed = () => now?.seed || renewSeed();
  return {
    /** Reads values from before a reload, a back navigation or an ended session. */
    read(): Partial<V> | null {
      dropOthers(operator);
      const found = tryStorage(
        () => JSON.parse(sessionStorage.getItem(name) ?? 'null') as StoredDraft<V> | null,
      );
      if (!found) return null;
      now = found;
      lockChecked = acquireLock(found.seed).then((mine) => {
        if (!mine && now) store({ ...now, seed: renewSeed() });
      });
      return found.values;
    },
    /** Stores the values; null discards them. Submitting the same body again is still the same intent. */
    write: (values: Partial<V> | null) => store({ seed: currentSeed(), values }),
    async keyFor(body: unknown) {
      await lockChecked;
      const seed = currentSeed();
      if (now?.seed !== seed) store({ seed, values: now?.values ?? null });
      return `${seed}-${digest(JSON.stringify(body))}`;
    },
    end(how?: 'sent') {
      if (how !== 'sent') return now ? store({ ...now, seed: renewSeed() }) : undefined;
      now = null;
      tryStorage(() => sessionStorage.removeItem(name));
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
  tryStorage(() => {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${operator}.`))
        sessionStorage.removeItem(name);
  });
}

/** FNV-1a, 32 bits: distinguishes a form's bodies. The server refuses a key reused with another body. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash ^= text.charCodeAt(place);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
