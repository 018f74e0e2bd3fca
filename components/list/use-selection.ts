'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowBook } from '#lib/list/pages.ts';

export type Selection<R> = {
  rows: ReadonlyMap<string, R>;
  ids: ReadonlySet<string>;
  toggle: (index: number) => void;
  /** From the row toggled last to this one. */
  extend: (index: number) => void;
  all: () => void;
  clear: () => void;
  /** Everything that the filter finds is meant, read or not. */
  whole: boolean;
  takeWhole: () => void;
};

/** Rows chosen by id, so that a refresh moves the choice to no other row; `of`: another filter is another choice. */
export function useSelection<R extends { readonly id: string }>(
  book: Pick<RowBook<R>, 'at' | 'size'>,
  of: string,
): Selection<R> {
  const [rows, setRows] = useState<ReadonlyMap<string, R>>(() => new Map());
  const [whole, setWhole] = useState(false);
  const [anchor, setAnchor] = useState(0);
  const choose = useCallback((next: (before: ReadonlyMap<string, R>) => ReadonlyMap<string, R>) => {
    setWhole(false);
    setRows(next);
  }, []);
  const toggle = useCallback(
    (index: number) => {
      const row = book.at(index);
      if (row === undefined) return;
      setAnchor(index);
      choose((before) => {
        const after = new Map(before);
        if (!after.delete(row.id)) after.set(row.id, row);
        return after;
      });
    },
    [book, choose],
  );
  const add = useCallback(
    (from: number, to: number) => choose((before) => new Map([...before, ...between(book, from, to)])),
    [book, choose],
  );
  const extend = useCallback(
    (index: number) => add(Math.min(anchor, index), Math.max(anchor, index)),
    [add, anchor],
  );
  const all = useCallback(() => add(0, book.size - 1), [add, book]);
  const clear = useCallback(() => choose(() => new Map()), [choose]);
  const takeWhole = useCallback(() => setWhole(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another choice
  useEffect(() => clear(), [of, clear]);
  const ids = useMemo(() => new Set(rows.keys()), [rows]);
  return useMemo(
    () => ({ rows, ids, toggle, extend, all, clear, whole, takeWhole }),
    [rows, ids, toggle, extend, all, clear, whole, takeWhole],
  );
}

function* between<R extends { readonly id: string }>(
  book: Pick<RowBook<R>, 'at'>,
  from: number,
  to: number,
): Generator<[string, R]> {
  for (let index = from; index <= to; index += 1) {
    const row = book.at(index);
    if (row !== undefined) yield [row.id, row];
  }
}

/** The ids of what is chosen, each once. */
export const idsOf = <R>({ ids, rows }: Pick<Selection<R>, 'ids' | 'rows'>, idOf?: (row: R) => string) =>
  idOf === undefined ? [...ids] : [...new Set([...rows.values()].map(idOf))];
