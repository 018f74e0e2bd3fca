'use client';

import { useCallback, useMemo, useState } from 'react';
import type { Row, RowBook } from '#lib/transactions/rows.ts';
import { type Direction, directionOf } from '#lib/transactions/rules.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  /** Cents of the selected rows by direction; null where no selected row has it. */
  sums: Record<Direction, number | null>;
  toggle: (index: number) => void;
  /** From the row toggled last to this one. */
  extend: (index: number) => void;
  all: () => void;
  clear: () => void;
};

type Chosen = ReadonlyMap<string, Row>;
const NOTHING: Chosen = new Map();

/** Rows chosen by id, so that a refresh moves the choice to no other row. */
export function useSelection(book: RowBook): Selection {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const [anchor, setAnchor] = useState(0);
  const toggle = useCallback(
    (index: number) => {
      const row = book.at(index);
      if (row === undefined) return;
      setAnchor(index);
      setChosen((before) => {
        const after = new Map(before);
        if (!after.delete(row.id)) after.set(row.id, row);
        return after;
      });
    },
    [book],
  );
  const add = useCallback(
    (from: number, to: number) => setChosen((before) => new Map([...before, ...between(book, from, to)])),
    [book],
  );
  const extend = useCallback(
    (index: number) => add(Math.min(anchor, index), Math.max(anchor, index)),
    [add, anchor],
  );
  const all = useCallback(() => add(0, book.size - 1), [add, book]);
  const clear = useCallback(() => setChosen(NOTHING), []);
  const ids = useMemo(() => new Set(chosen.keys()), [chosen]);
  const sums = useMemo(() => sumOf(chosen), [chosen]);
  return useMemo(() => ({ ids, sums, toggle, extend, all, clear }), [ids, sums, toggle, extend, all, clear]);
}

function* between(book: RowBook, from: number, to: number): Generator<[string, Row]> {
  for (let index = from; index <= to; index += 1) {
    const row = book.at(index);
    if (row !== undefined) yield [row.id, row];
  }
}

function sumOf(chosen: Chosen): Selection['sums'] {
  const sums: Selection['sums'] = { in: null, out: null, still: null };
  for (const row of chosen.values()) {
    const direction = directionOf(row);
    sums[direction] = (sums[direction] ?? 0) + (row.amount ?? 0);
  }
  return sums;
}
