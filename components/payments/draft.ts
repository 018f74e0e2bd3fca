'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';

type Kept<T> = { seed: string; values: T };
export type DraftStore<T> = {
  values: T;
  set: (part: Partial<T>) => void;
  /** The key of the intent: the same for the same draft and body, also in a tab that was duplicated. */
  keyFor: (body: unknown) => string;
  /** The intent ended without money asked: what was typed stays, the next sending is another intent. */
  reseed: () => void;
  /** Sent: the form is blank again; what it held can be taken up once more. */
  clear: () => void;
  /** What was sent last from this page; null: nothing yet. */
  previous: T | null;
  restore: () => void;
};

const PREFIX = 'guiche.draft.';

/**
 * What is typed into a form of money, with the seed of its intent. It stays in this tab (not in others, not on the
 * server) through a reload, a step back or an ended session, and is the operator's own.
 */
export function useDraft<T extends object>(form: string, blank: T): DraftStore<T> {
  const { session, account } = useSession();
  const name = `${PREFIX}${session.operator.id}.${account.slug}.${form}`;
  const [kept, setKept] = useState<Kept<T>>(() => ({ seed: '', values: blank }));
  const latest = useRef(kept);
  const write = useCallback(
    (next: Kept<T>) => {
      latest.current = next;
      setKept(next);
      store(name, next);
    },
    [name],
  );
  useEffect(() => {
    dropOthers(session.operator.id);
    const found = read<T>(name);
    if (found === null) return;
    const merged = { seed: found.seed, values: { ...latest.current.values, ...found.values } };
    latest.current = merged;
    setKept(merged);
  }, [name, session.operator.id]);
  const set = useCallback(
    (part: Partial<T>) =>
      write({ seed: latest.current.seed || newSeed(), values: { ...latest.current.values, ...part } }),
    [write],
  );
  const keyFor = useCallback(
    (body: unknown) => {
      if (latest.current.seed === '') write({ ...latest.current, seed: newSeed() });
      return `${latest.current.seed}-${digest(JSON.stringify(body))}`;
    },
    [write],
  );
  const reseed = useCallback(() => write({ ...latest.current, seed: newSeed() }), [write]);
  const empty = useRef(blank);
  const [previous, setPrevious] = useState<T | null>(null);
  const clear = useCallback(() => {
    setPrevious(latest.current.values);
    latest.current = { seed: '', values: empty.current };
    setKept(latest.current);
    forget(name);
  }, [name]);
  const restore = useCallback(() => {
    if (previous !== null) write({ seed: newSeed(), values: previous });
  }, [previous, write]);
  return { values: kept.values, set, keyFor, reseed, clear, previous, restore };
}

function read<T>(name: string): Kept<T> | null {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as Kept<T>);
  } catch {
    return null;
  }
}

function store(name: string, kept: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the form works without it.
  }
}

function forget(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** Another person signed in in this tab: what the one before typed is not theirs. */
function dropOthers(operator: string): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${operator}.`)) forget(name);
  } catch {
    // As above.
  }
}

function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
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
