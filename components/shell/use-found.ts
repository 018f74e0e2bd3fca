import { useEffect, useRef, useState } from 'react';
import type { PaletteAction } from './command-context.tsx';

/** Names of accounts: `failed` could not be asked, `limited` were asked too often for now. */
export type Found = {
  entries: readonly PaletteAction[];
  failed: readonly string[];
  limited: readonly string[];
};
export type PaletteSearch = (q: string, signal: AbortSignal) => Promise<Found>;
export type Looking = Found & { state: 'idle' | 'looking' | 'done' | 'refused' };

const NONE: Looking = { entries: [], failed: [], limited: [], state: 'idle' };
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
        () => abort.signal.aborted || setFound({ ...NONE, state: 'refused' }),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, search, known]);
  return found;
}
