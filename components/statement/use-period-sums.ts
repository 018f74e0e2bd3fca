import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CallError } from '#lib/api/client.ts';
import { withWait } from '#lib/api/query-client.ts';
import { activeFilters } from '#lib/list/list.ts';
import { MOST_SUMMED, periodSums, sumPart } from '#lib/statement/period-sums.ts';
import { sumsOptions } from '#lib/statement/queries.ts';
import type { StatementFilters } from '#lib/statement/statement.list.ts';
import type { Lines } from './statement-view.tsx';
import { useSorting } from './use-statement.ts';

/** New lines have a period of up to this many lines added up again; a longer one only on request. */
const MOST_READ_AGAIN = 2_000;

/** `cut`: the period has more lines than are read. `stopped`: a part failed, and waiting does not help. */
type State = 'whole' | 'reading' | 'cut' | 'stopped';

const NO_PERIOD = { from: null, to: null };

/**
 * Sums of every line of the period. While not all of them are in the list, they are read on in the background,
 * and the sums fill in part by part.
 */
export function usePeriodSums(lines: Lines, filters: StatementFilters) {
  const account = useSession().account.slug;
  const sorting = useSorting(filters);
  const filtered = activeFilters(filters).length > 0;
  const { items, first, hasNextPage: listGoesOn } = lines;
  const client = useQueryClient();
  const options = sumsOptions(account, filters);
  const query = useInfiniteQuery({ ...options, enabled: listGoesOn });
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch } = query;
  const parts = listGoesOn ? data?.pages : undefined;
  const waitMs = waitOf(error);
  const count = useMemo(
    () =>
      parts?.flatMap(({ days }) => days).reduce((sum, day) => sum + day.sums.lines + day.sums.feeLines, 0) ??
      items.length,
    [parts, items],
  );
  const isWhole = !listGoesOn || (parts !== undefined && !hasNextPage);
  const isStopped = error !== null && waitMs === null;
  const state: State = isWhole ? 'whole' : count >= MOST_SUMMED ? 'cut' : isStopped ? 'stopped' : 'reading';

  useEffect(() => {
    if (state !== 'reading' || isFetching) return;
    const timer = setTimeout(() => void fetchNextPage({ cancelRefetch: false }), waitMs ?? 0);
    return () => clearTimeout(timer);
  }, [state, isFetching, waitMs, fetchNextPage]);

  // Newest first, a new line is the first one.
  const [summed] = parts ?? [];
  const isStale =
    summed !== undefined &&
    first !== undefined &&
    sorting.order === 'desc' &&
    summed.asOf < first.asOf &&
    summed.firstId !== items[0]?.id;
  const readsAgain = isStale && state === 'whole' && count <= MOST_READ_AGAIN && error === null;
  useEffect(() => {
    if (readsAgain) void refetch({ cancelRefetch: false });
  }, [readsAgain, refetch]);

  const period = useMemo(() => {
    const { period: bounds = NO_PERIOD, asOf = '' } = parts?.[0] ?? first ?? {};
    const reach = { sorting, more: state !== 'whole', filtered, period: bounds, asOf };
    return periodSums(parts ?? [sumPart(items, sorting)], reach);
  }, [parts, items, first, sorting, filtered, state]);
  return {
    ...period,
    state,
    /** Number of lines in the sums. */
    count,
    /** When the sums were read, if the list has newer lines. */
    staleAsOf: isStale ? summed.asOf : null,
    goOn: () => void fetchNextPage({ cancelRefetch: false }),
    /** Reads the sums again; those of a long period fill in anew. */
    refetch: async () => {
      if (!listGoesOn) return;
      if (count <= MOST_READ_AGAIN) await refetch();
      else await client.resetQueries({ queryKey: options.queryKey });
    },
  };
}
export type Period = ReturnType<typeof usePeriodSums>;

/** Ms until a failed read is tried again; null where waiting does not help, or nothing failed. */
function waitOf(error: unknown): number | null {
  const waiting = withWait(error);
  const seconds = waiting instanceof CallError ? waiting.problem.retryAfterSeconds : undefined;
  return seconds === undefined ? null : seconds * 1_000;
}
