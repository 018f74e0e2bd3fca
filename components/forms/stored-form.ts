import { newSeed } from '#lib/api/use-intent-key.ts';
import type { Intent } from './use-operation.ts';

type Kept<V> = { seed: string; values: Partial<V> | null };
/** Values of a form, in this tab (not in others, not on the server), with the seed of its intent. */
export type KeptForm<V> = Intent & {
  /** Values from before a reload, a step back or an ended session. */
  read: () => Partial<V> | null;
  /** Null: it was discarded. What is asked for once more in the same words is still the same intent. */
  write: (values: Partial<V> | null) => void;
};

const PREFIX = 'guiche.draft.';
/** A page that is being reloaded lets its locks go within this time. */
const WAIT_MS = 500;
/** Seeds that this page holds. */
const held = new Set<string>();

/**
 * `form` names it among the operator's own. Same draft and same body are one intent, also after a reload; in a tab that
 * was duplicated they are another one, as the first tab still holds the seed.
 */
export function keptForm<V>(operator: string, account: string, form: string): KeptForm<V> {
  const name = `${PREFIX}${operator}.${account}.${form}`;
  let now: Kept<V> | null = null;
  let known: Promise<void> = Promise.resolve();
  const store = (next: Kept<V>) => {
    now = next;
    attempt(() => sessionStorage.setItem(name, JSON.stringify(next)));
  };
  const renewed = () => {
    const seed = newSeed();
    void holds(seed);
    return seed;
  };
  const begun = () => now?.seed || renewed();
  return {
    read() {
      dropOthers(operator);
      const text = attempt(() => sessionStorage.getItem(name));
      if (!text) return null;
      const found = attempt(() => JSON.parse(text) as Kept<V>);
      if (!found) return null;
      now = found;
      known = holds(found.seed).then((mine) => {
        if (!mine && now) store({ ...now, seed: renewed() });
      });
      return found.values;
    },
    write: (values) => store({ seed: begun(), values }),
    async keyFor(body) {
      await known;
      const seed = begun();
      if (now?.seed !== seed) store({ seed, values: now?.values ?? null });
      return `${seed}-${digest(JSON.stringify(body))}`;
    },
    end(how) {
      if (how !== 'sent') return now ? store({ ...now, seed: renewed() }) : undefined;
      now = null;
      attempt(() => sessionStorage.removeItem(name));
    },
  };
}

/** Tells if this page holds the seed; false when another tab does. Without locks (plain http): true. */
function holds(seed: string): Promise<boolean> {
  if (held.has(seed) || typeof navigator === 'undefined' || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`guiche.intent.${seed}`, { signal: AbortSignal.timeout(WAIT_MS) }, () => {
        held.add(seed);
        resolve(true);
        // Until the page goes.
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** Another person signed in in this tab: what the one before typed is not theirs. */
function dropOthers(operator: string): void {
  attempt(() => {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${operator}.`))
        sessionStorage.removeItem(name);
  });
}

/** Storage that is full or forbidden is no reason to stop: the form works without it. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** FNV-1a, 32 bits: tells bodies of one draft apart; equal keys with another body are refused by the server. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash ^= text.charCodeAt(place);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
