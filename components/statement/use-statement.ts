'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { CallError, call } from '#lib/api/client.ts';
import {
  type DepositFilters,
  depositParsers,
  NO_DEPOSIT_FILTERS,
  NO_STATEMENT_FILTERS,
  placeParsers,
  type StatementFilters,
  statementParsers,
} from '#lib/statement/filters.ts';
import { type StoredWords, statementKeys, storedWordsOptions } from '#lib/statement/queries.ts';

/** Period and order stay when the filters are cleared. */
const { from: _from, to: _to, sort: _sort, order: _order, ...NOT_NARROWED } = NO_STATEMENT_FILTERS;

/** The filters of the address. Every change is a step of the browser's history. */
export function useStatementFilters() {
  const [read, write] = useQueryStates(statementParsers, { history: 'push' });
  const filters: StatementFilters = useMemo(() => ({ ...read }), [read]);
  const set = useCallback((change: Partial<StatementFilters>) => void write(change), [write]);
  const clear = useCallback(() => void write(NOT_NARROWED), [write]);
  const words = useStoredWords(filters.f, (f) => set({ f }));
  return { filters, set, clear, words };
}
export type FilterState = ReturnType<typeof useStatementFilters>;

export function useDepositFilters() {
  const [read, write] = useQueryStates(depositParsers, { history: 'push' });
  const filters: DepositFilters = useMemo(() => ({ ...read }), [read]);
  const set = useCallback((change: Partial<DepositFilters>) => void write(change), [write]);
  const clear = useCallback(() => void write(NO_DEPOSIT_FILTERS), [write]);
  const words = useStoredWords(filters.f, (f) => set({ f }));
  return { filters, set, clear, words };
}
export type DepositFilterState = ReturnType<typeof useDepositFilters>;

type WordName = keyof StoredWords;

/** What a person is searched by is kept on the server, out of the address. */
function useStoredWords(f: string | null, point: (f: string | null) => void) {
  const account = useSession().account.slug;
  const reveal = useCan('reveal');
  const client = useQueryClient();
  const known = useQuery({ ...storedWordsOptions(account, f ?? ''), enabled: f !== null });
  const stored = f === null ? {} : (known.data ?? {});
  const { mutateAsync, error } = useMutation({
    mutationFn: (body: StoredWords) => call('POST /statement/filters', { account, body }),
    onSuccess: ({ id }, body) => client.setQueryData(statementKeys.filter(account, id), body),
  });
  /** Null takes it away. Rejects where it could not be stored. */
  const keep = async (name: WordName, value: string | null) => {
    const { [name]: _, ...rest } = stored;
    const body: StoredWords = value === null ? rest : { ...rest, [name]: value };
    // Who sees it masked can take it away only whole.
    if (!reveal || Object.keys(body).length === 0) return point(null);
    point((await mutateAsync(body)).id);
  };
  const gone = f !== null && known.error instanceof CallError && known.error.problem.code === 'not_found';
  return { stored, keep, error, gone, forget: () => point(null) };
}
export type WordState = ReturnType<typeof useStoredWords>;

/** Which part of the page is on screen, and what stands beside it; from one to the next no step of history is made. */
export function usePlace() {
  const [{ tab, open }, write] = useQueryStates(placeParsers);
  const history = open === null ? ('push' as const) : ('replace' as const);
  const show = useCallback((id: string) => void write({ open: id }, { history }), [write, history]);
  const close = useCallback(() => void write({ open: null }, { history: 'replace' }), [write]);
  return { tab, open, show, close };
}
export type Place = ReturnType<typeof usePlace>;
