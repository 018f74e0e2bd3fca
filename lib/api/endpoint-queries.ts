import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query';
import { type Answer, type CallInput, type CallParts, call, type Options } from '#lib/api/client.ts';
import type { Reveal } from '#lib/api/query-fields.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type Stated = 'queryKey' | 'queryFn' | 'initialData' | 'initialPageParam' | 'getNextPageParam';
type Cursor = string | null;
/** React Query's options, and `under`: the first parts of the key, for a read that other events refresh. */
type More<O> = Omit<O, Stated> & { under?: QueryKey | undefined };
type MoreOfPages<A> = More<
  UndefinedInitialDataInfiniteOptions<A, Error, InfiniteData<A, Cursor>, QueryKey, Cursor>
>;

/**
 * The key of a read is its address: the feature, the account ('' for reads of all accounts), the rest of the
 * path, the query. Below `under`: the whole path.
 */
export function keyOf(
  endpoint: keyof Endpoints,
  { account = '', params = {}, query = {} }: CallParts,
  under?: QueryKey,
): QueryKey {
  const values: Record<string, unknown> = { ...params };
  const [feature, ...path] = endpoint
    .replace(/^\w+ (\/api)?\//, '')
    .split('/')
    .map((part) => (part.startsWith('{') ? values[part.slice(1, -1)] : part));
  const queryPart = Object.values(query).some((value) => value !== undefined) ? [query] : [];
  return [...(under === undefined ? [feature, account] : [...under, feature]), ...path, ...queryPart];
}

/** The query of a read, for pages and for their first paint. */
export function queryOf<K extends keyof Endpoints>(
  endpoint: K,
  input: CallInput<K>,
  { under, ...more }: More<UndefinedInitialDataOptions<Answer<K>>> = {},
) {
  return queryOptions({
    ...more,
    queryKey: keyOf(endpoint, input, under),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal } as Options<K>),
  });
}

/** The infinite query of an endpoint that answers in pages by cursor. Its key has `list` before the query. */
export function pagesOf<K extends keyof Endpoints>(
  endpoint: K,
  input: CallInput<K>,
  { under, ...more }: MoreOfPages<Answer<K>> = {},
) {
  const { query = {}, ...address }: CallParts = input;
  return infiniteQueryOptions({
    ...more,
    queryKey: [...keyOf(endpoint, address, under), 'list', query],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoint, { ...address, query: { ...query, cursor }, signal } as unknown as Options<K>),
    initialPageParam: null as Cursor,
    getNextPageParam: (last) => (last as { nextCursor: Cursor }).nextCursor,
  });
}

type Under = (account: string) => QueryKey;

/** The query of an account's record by its id. */
export const recordQuery =
  <K extends Exclude<keyof Endpoints & `GET ${string}{id}${string}`, `GET /api/${string}`>>(
    endpoint: K,
    more: Omit<More<UndefinedInitialDataOptions<Answer<K>>>, 'under'> = {},
    under?: Under,
  ) =>
  (account: string, id: string) =>
    queryOf(endpoint, { account, params: { id } } as unknown as CallInput<K>, {
      ...more,
      under: under?.(account),
    });

type Revealing = {
  [K in keyof Endpoints]: Endpoints[K] extends { query: typeof Reveal } ? K : never;
}[keyof Endpoints];

/** The query of one unmasked record, below its masked key. Each read is audited: it runs only on request. */
export const inClearQuery =
  <K extends Revealing>(endpoint: K, under?: Under) =>
  (account: string, id: string) =>
    queryOf(endpoint, { account, params: { id }, query: { reveal: '1' } } as unknown as CallInput<K>, {
      under: under?.(account),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { live: false },
    });
