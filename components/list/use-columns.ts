'use client';

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { sanitize } from '#components/ui/data-table/columns.ts';
import { initialColumns, type List } from '#lib/list/list.ts';

/** The columns on screen, where they can be chosen. */
export type ShownColumns = {
  names: readonly string[];
  choose: (next: readonly string[]) => void;
  nameOf: (column: string) => ReactNode;
};

/** The same with their words, for the list's settings and views. */
export function useShownColumns(list: List, account: string, nameOf: ShownColumns['nameOf']): ShownColumns {
  const [names, choose] = useColumns(list, account);
  return { names, choose, nameOf };
}

/** The chosen columns, remembered in this browser for each list and account. */
export function useColumns<C extends string>(list: List<C>, account: string) {
  const [columns, setColumns] = useState(() => initialColumns(list));
  const key = `guiche.${list.name}.columns.${account}`;
  useEffect(() => setColumns(remembered(list, key)), [list, key]);
  const choose = useCallback(
    (next: readonly string[]) => {
      const clean = sanitize(list, next);
      setColumns(clean);
      try {
        localStorage.setItem(key, JSON.stringify(clean));
      } catch {
        // A browser without storage forgets the choice; nothing else is lost.
      }
    },
    [list, key],
  );
  return [columns, choose] as const;
}

function remembered<C extends string>(list: List<C>, key: string): readonly C[] {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initialColumns(list) : sanitize(list, JSON.parse(text));
  } catch {
    return initialColumns(list);
  }
}
