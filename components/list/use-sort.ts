'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { List } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';

const order = parseAsStringLiteral(['asc', 'desc'] as const);

/** How the rows stand, from the address; without it as the provider gives them, the first of `list.sort` falling. */
export function useSort<C extends string>(list: Pick<List<C>, 'sort'>) {
  const [first] = list.sort;
  const parsers = { sort: parseAsStringLiteral<C>([...list.sort]), order };
  const [read, write] = useQueryStates(parsers, { history: 'replace' });
  const by = read.sort ?? first ?? '';
  const falling = read.order !== 'asc';
  // The same as long as it says the same: rows are put in order anew with each.
  const sort: Sort = useMemo(() => ({ by, falling }), [by, falling]);
  const given = by === first && falling;
  const sortBy = useCallback(
    (column: string) => {
      const next = by !== column || !falling;
      const own = list.sort.find((one) => one === column) ?? null;
      void write({ sort: own === first ? null : own, order: next ? null : 'asc' });
    },
    [list, first, by, falling, write],
  );
  return { sort, given, sortBy };
}
