'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import type { RowQueries } from '#lib/list/row-queries.ts';

/** An answer that comes within it is drawn in place of the rows before; bars in between would only flash. */
const PATIENCE_MS = 80;

/**
 * Asks for the rows of the filters that are chosen. Returns the filters whose rows are drawn: those chosen, once they
 * are answered or `PATIENCE_MS` have passed, and until then those before.
 */
export function useAnswered<F extends object, R extends ListRow, S extends ListSums, M>(
  queries: RowQueries<F, R, S, M>,
  account: string,
  filters: F,
): F {
  const [drawn, draw] = useState(filters);
  const { isPending } = useInfiniteQuery(queries.rows(account, filters));
  useEffect(() => {
    if (!isPending) return draw(filters);
    const late = setTimeout(() => draw(filters), PATIENCE_MS);
    return () => clearTimeout(late);
  }, [filters, isPending]);
  return isPending ? drawn : filters;
}
