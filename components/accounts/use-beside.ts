'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback } from 'react';

const WHAT = ['new', 'doctor', 'edit', 'credential'] as const;
export type What = (typeof WHAT)[number];
const PARSERS = { open: parseAsStringLiteral(WHAT), of: parseAsString };

/** What stands beside the list is in the address: a task, and the slug of its account. */
export function useBeside() {
  const [{ open, of }, set] = useQueryStates(PARSERS, { history: 'push' });
  const show = useCallback(
    (what: What, slug: string | null = null) => void set({ open: what, of: slug }),
    [set],
  );
  const close = useCallback(() => void set({ open: null, of: null }, { history: 'replace' }), [set]);
  return { what: open, slug: of, show, close };
}
export type Beside = ReturnType<typeof useBeside>;
