import { type Answer, type Asked, call, type Options } from '#lib/api/client.ts';
import type { Reveal } from '#lib/api/query-fields.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** Key and function of a query that asks one endpoint; how its answer is kept and renewed stands beside it. */
export function queryOf<K extends keyof Endpoints, const Q extends readonly unknown[]>(
  endpoint: K,
  queryKey: Q,
  asked: Asked<K>,
) {
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<K>> =>
      call(endpoint, { ...asked, signal } as Options<K>),
  };
}

/** The same of an endpoint that answers page by page: `asked` is what is asked for from a cursor on. */
export function pagesOf<K extends keyof Endpoints, const Q extends readonly unknown[]>(
  endpoint: K,
  queryKey: Q,
  asked: (cursor: string | null) => Asked<K>,
) {
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Answer<K>> =>
      call(endpoint, { ...asked(pageParam), signal } as Options<K>),
    initialPageParam: null as string | null,
    getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
  };
}

/** Each read in clear is audited, so it happens once, when the operator asks for it. */
export const inClear = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { live: false },
} as const;

type Revealing = {
  [K in keyof Endpoints]: Endpoints[K] extends { query: typeof Reveal } ? K : never;
}[keyof Endpoints];

/** The query of one thing with its personal data in clear; `queryKey` is that of the same thing masked. */
export const inClearOf = <K extends Revealing, const Q extends readonly unknown[]>(
  endpoint: K,
  queryKey: Q,
  asked: Asked<K>,
) => ({
  ...queryOf(endpoint, [...queryKey, 'revealed'] as const, { ...asked, query: { reveal: '1' } } as Asked<K>),
  ...inClear,
});
