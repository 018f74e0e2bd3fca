'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';

export type Selection<R> = {
  rows: ReadonlyMap<string, R>;
  ids: ReadonlySet<string>;
  toggle: (row: R) => void;
  add: (rows: Iterable<R>) => void;
  clear: () => void;
  /** Every row of the filter is selected, read or not. */
  whole: boolean;
  takeWhole: () => void;
};

/**
 * The selected rows, by id, so that a refresh does not move the selection. `of` identifies the filter: a new
 * filter clears the selection.
 */
export function useSelection<R extends { readonly id: string }>(of: string): Selection<R> {
  const [rows, setRows] = useState<ReadonlyMap<string, R>>(() => new Map());
  const [whole, setWhole] = useState(false);
  const choose = useCallback((next: (before: ReadonlyMap<string, R>) => ReadonlyMap<string, R>) => {
    setWhole(false);
    setRows(next);
  }, []);
  const toggle = useCallback(
    (row: R) =>
      choose((before) => {
        const after = new Map(before);
        if (!after.delete(row.id)) after.set(row.id, row);
        return after;
      }),
    [choose],
  );
  const add = useCallback(
    (more: Iterable<R>) => {
      const found = [...more].map((row) => [row.id, row] as const);
      choose((before) => new Map([...before, ...found]));
    },
    [choose],
  );
  const clear = useCallback(() => choose(() => new Map()), [choose]);
  const takeWhole = useCallback(() => setWhole(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another choice
  useEffect(() => clear(), [of, clear]);
  const ids = useMemo(() => new Set(rows.keys()), [rows]);
  return useMemo(
    () => ({ rows, ids, toggle, add, clear, whole, takeWhole }),
    [rows, ids, toggle, add, clear, whole, takeWhole],
  );
}

/** The ids of the selected rows, each once. */
export const idsOf = <R>({ ids, rows }: Pick<Selection<R>, 'ids' | 'rows'>, idOf?: (row: R) => string) =>
  idOf === undefined ? [...ids] : [...new Set([...rows.values()].map(idOf))];
