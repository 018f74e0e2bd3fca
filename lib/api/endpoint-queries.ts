import { type Answer, type CallInput, call, type Options } from '#lib/api/client.ts';
import type { Reveal } from '#lib/api/query-fields.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** Key and function of a query that calls one endpoint; the caller adds stale time and refetching. */
export function queryOf<K extends keyof Endpoints, const Q extends readonly unknown[]>(
  endpoint: K,
  queryKey: Q,
  input: CallInput<K>,
) {
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<K>> =>
      call(endpoint, { ...input, signal } as Options<K>),
  };
}

/** The infinite query of an endpoint that answers in pages. `input` returns the call's input for a cursor. */
export function pagesOf<K extends keyof Endpoints, const Q extends readonly unknown[]>(
  endpoint: K,
  queryKey: Q,
  input: (cursor: string | null) => CallInput<K>,
) {
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Answer<K>> =>
      call(endpoint, { ...input(pageParam), signal } as Options<K>),
    initialPageParam: null as string | null,
    getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
  };
}

type Revealing = {
  [K in keyof Endpoints]: Endpoints[K] extends { query: typeof Reveal } ? K : never;
}[keyof Endpoints];

/** The query of one unmasked record, by its masked key. Each read is audited: it runs only on request. */
export const inClearOf = <K extends Revealing, const Q extends readonly unknown[]>(
  endpoint: K,
  queryKey: Q,
  input: CallInput<K>,
) => ({
  ...queryOf(
    endpoint,
    [...queryKey, 'revealed'] as const,
    {
      ...input,
      query: { reveal: '1' },
    } as CallInput<K>,
  ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { live: false },
});
