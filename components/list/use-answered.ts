'use client';

import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** An answer that comes within it is drawn in place of the rows before; bars in between would only flash. */
const PATIENCE_MS = 80;

/**
 * The filters whose rows are drawn: those that were chosen, once they are answered or `PATIENCE_MS` have passed, and
 * until then those before. `keyOf` names the query that answers them.
 */
export function useAnswered<F>(filters: F, keyOf: (filters: F) => QueryKey): F {
  const client = useQueryClient();
  const [drawn, draw] = useState(filters);
  const queryKey = keyOf(filters);
  const hash = hashKey(queryKey);
  const same = hashKey(keyOf(drawn)) === hash;
  const answered = same || client.getQueryData(queryKey) !== undefined;
  useEffect(() => {
    if (answered) return draw(filters);
    const late = setTimeout(() => draw(filters), PATIENCE_MS);
    const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === hash && query.state.data !== undefined) draw(filters);
    });
    return () => {
      clearTimeout(late);
      unsubscribe();
    };
  }, [client, filters, hash, answered]);
  return answered ? filters : drawn;
}
