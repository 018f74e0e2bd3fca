import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { OperationFilters } from '#lib/operations/operations.list.ts';
import { kindQuery, type Narrowing, narrowingQuery, operationKeys } from '#lib/operations/queries.ts';

const PAGE_SIZE = 50;

/** Those that ended, in the order that is asked for. */
export type EndedAsk = Pick<OperationFilters, 'kind' | 'sort' | 'order'> &
  Narrowing & { states: readonly string[] };
export const endedQuery = ({ states, kind, sort, order, ...narrowing }: EndedAsk, cursor: string | null) => ({
  state: states.join(','),
  limit: PAGE_SIZE,
  ...toQuery({ kind, sort, order }),
  ...narrowingQuery(narrowing),
  ...(cursor === null ? {} : { cursor }),
});

export const endedOperationsOptions = (account: string, ask: EndedAsk) =>
  infiniteQueryOptions(
    pagesOf('GET /operations', [...operationKeys.all(account), 'ended', endedQuery(ask, null)], (cursor) => ({
      account,
      query: endedQuery(ask, cursor),
    })),
  );

/** The newest of these kinds that was asked for under a client reference. */
export const askedByReferenceOptions = (account: string, kinds: readonly string[], reference: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...operationKeys.all(account), 'asked', kinds, reference], {
      account,
      query: { target: reference, limit: 1, ...kindQuery(kinds) },
    }),
    meta: { live: false },
  });
