'use client';

import { useCallback, useEffect, useState } from 'react';
import { type Column, INITIAL, sanitize } from './columns.ts';

const keyOf = (account: string) => `guiche.transactions.columns.${account}`;

/** The chosen columns, remembered in this browser for each account. */
export function useColumns(account: string): [readonly Column[], (next: readonly Column[]) => void] {
  const [columns, setColumns] = useState<readonly Column[]>(INITIAL);
  useEffect(() => setColumns(remembered(account)), [account]);
  const choose = useCallback(
    (next: readonly Column[]) => {
      const clean = sanitize(next);
      setColumns(clean);
      try {
        localStorage.setItem(keyOf(account), JSON.stringify(clean));
      } catch {
        // A browser without storage forgets the choice; nothing else is lost.
      }
    },
    [account],
  );
  return [columns, choose];
}

function remembered(account: string): readonly Column[] {
  try {
    const text = localStorage.getItem(keyOf(account));
    return text === null ? INITIAL : sanitize(JSON.parse(text));
  } catch {
    return INITIAL;
  }
}
