'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { CallError, call } from '#lib/api/client.ts';
import type { StoredFilter } from '#lib/transactions/contract.ts';
import { type Filters, filterParsers, NO_FILTERS } from '#lib/transactions/filters.ts';
import { storedFilterOptions, transactionKeys } from '#lib/transactions/queries.ts';

/** A null takes that part away. Rejects where it could not be stored. */
type Store = (change: { document?: string | null; name?: string | null }) => Promise<void>;

export type FilterState = {
  filters: Filters;
  set: (change: Partial<Filters>) => void;
  clear: () => void;
  /** Document and name behind `f`; they are kept on the server, out of the address. */
  stored: StoredFilter | null;
  /** True where the address names a stored filter that is no longer there. */
  storedGone: boolean;
  store: Store;
  /** Why the last one could not be stored. */
  storeError: unknown;
};

/** The filters of the address. Every change is a step of the browser's history. */
export function useFilters(account: string): FilterState {
  const [read, write] = useQueryStates(filterParsers, { history: 'push' });
  const filters: Filters = useMemo(() => ({ ...read }), [read]);
  const set = useCallback((change: Partial<Filters>) => void write(change), [write]);
  const clear = useCallback(() => void write(NO_FILTERS), [write]);
  const known = useQuery({ ...storedFilterOptions(account, filters.f ?? ''), enabled: filters.f !== null });
  const stored = filters.f === null ? null : (known.data ?? null);
  const { store, storeError } = useStore(account, stored, set);
  const storedGone = filters.f !== null && isGone(known.error);
  return { filters, set, clear, stored, storedGone, store, storeError };
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && error.problem.code === 'not_found';
}

function useStore(account: string, stored: StoredFilter | null, set: FilterState['set']) {
  const client = useQueryClient();
  const reveal = useCan('reveal');
  const { mutateAsync, error } = useMutation({
    mutationFn: (body: StoredFilter) => call('POST /transactions/filters', { account, body }),
    onSuccess: ({ id }, body) => client.setQueryData(transactionKeys.filter(account, id), body),
  });
  const store: Store = useCallback(
    async (change) => {
      const document = change.document === undefined ? stored?.document : change.document;
      const name = change.name === undefined ? stored?.name : change.name;
      // Who sees it masked can take it away only whole.
      if (!reveal || (!document && !name)) return set({ f: null });
      const { id } = await mutateAsync({ ...(document ? { document } : {}), ...(name ? { name } : {}) });
      set({ f: id });
    },
    [stored, reveal, mutateAsync, set],
  );
  return { store, storeError: error };
}
