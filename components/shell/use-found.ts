import { useEffect, useRef, useState } from 'react';
import { CallError } from '#lib/api/client.ts';
import type { PaletteAction } from './command-context.tsx';

/** Names of accounts: `failed` could not be asked, `limited` were asked too often, in `withheld` people are hidden. */
export type Found = {
  entries: readonly PaletteAction[];
  failed: readonly string[];
  limited: readonly string[];
  withheld: readonly string[];
};
export type PaletteSearch = (q: string, signal: AbortSignal) => Promise<Found>;
export type Looking = Found & { state: 'idle' | 'looking' | 'done' | 'refused' | 'forbidden' };

const NONE: Looking = { entries: [], failed: [], limited: [], withheld: [], state: 'idle' };
/** Longer than between two keys: every search costs calls of each account. */
const REST_MS = 350;
const LEAST = 3;

/** What is found for the words, once the typing rests; the same words are not looked up twice while it is open. */
export function useFound(q: string, search: PaletteSearch): Looking {
  const [found, setFound] = useState(NONE);
  const known = useRef(new Map<string, Found>()).current;
  const text = q.trim();
  useEffect(() => {
    if (text.length < LEAST) return setFound(NONE);
    const before = known.get(text);
    if (before !== undefined) return setFound({ ...before, state: 'done' });
    const abort = new AbortController();
    setFound({ ...NONE, state: 'looking' });
    const timer = setTimeout(() => {
      search(text, abort.signal).then(
        (answer) => {
          if (answer.failed.length + answer.limited.length === 0) known.set(text, answer);
          if (!abort.signal.aborted) setFound({ ...answer, state: 'done' });
        },
        (error: unknown) => {
          if (!abort.signal.aborted)
            setFound({ ...NONE, state: isForbidden(error) ? 'forbidden' : 'refused' });
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, search, known]);
  return found;
}

/** A person's data, looked for by somebody who may not see any. */
const isForbidden = (error: unknown) => error instanceof CallError && error.problem.code === 'forbidden';
