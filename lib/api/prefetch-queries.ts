import 'server-only';
import {
  type DehydratedState,
  dehydrate,
  type InferDataFromTag,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { OperatorCtx } from '#lib/api/context.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { problemOf } from '#lib/api/steps/respond.ts';
import { GuicheError, type Problem } from '#lib/core/errors.ts';
import { databaseAhead } from '#lib/data/clock.ts';

/** The longest that a first paint waits for its data, in ms. The browser then requests what is missing. */
const FIRST_PAINT_MS = 1500;

/** Waits for the reads of a first paint, at most `FIRST_PAINT_MS`. */
export async function inTime(reads: unknown[]): Promise<void> {
  const deadline = new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_MS).unref());
  await Promise.race([Promise.all(reads), deadline]);
}

/** `at` (epoch ms) is sent along, so that server and browser show the same time. */
type Refusal = { queryKey: QueryKey; problem: Problem; at: number };

/** State of a page's first paint: the data, and the refusals that a retry cannot help. */
export type PageState = { read: DehydratedState; refused: Refusal[] };

type DataOf<K extends QueryKey> = InferDataFromTag<unknown, K>;
type PageOf<D> = D extends InfiniteData<infer P> ? P : unknown;
/** A query's key, or its options, whose type says what the read must return. */
type Of<K> = K | { queryKey: K };
/** How a first paint reads. A read that fails or returns undefined leaves the error to the browser. */
export type Reads = {
  one: <K extends QueryKey>(of: Of<K>, read: () => Promise<DataOf<K> | undefined>) => Promise<void>;
  list: <K extends QueryKey>(of: Of<K>, read: () => Promise<PageOf<DataOf<K>>>) => Promise<void>;
};
const optionsOf = (of: Of<QueryKey>) => ('queryKey' in of ? of : { queryKey: of });

/** Reads the data of a first paint with the verbs that serve the same API calls, within `FIRST_PAINT_MS`. */
export async function dehydrateQueries(
  ctx: OperatorCtx,
  reads: (read: Reads) => unknown[] | Promise<unknown[]>,
): Promise<PageState> {
  const client = makeQueryClient();
  const reading = await reads({
    one: (of, read) =>
      client.prefetchQuery({
        ...optionsOf(of),
        queryFn: async () => {
          const data = await read();
          if (data === undefined) throw new Error('Left to the page.');
          return data;
        },
      }),
    list: (of, queryFn) =>
      client.prefetchInfiniteQuery({ ...optionsOf(of), queryFn, initialPageParam: null }),
  });
  await inTime(reading);
  return pageState(client, ctx);
}

/**
 * What was read, and the refusals that document 1 says not to retry; the browser requests everything else.
 * Times use the database's clock.
 */
function pageState(client: QueryClient, { locale, request }: OperatorCtx): PageState {
  const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' });
  const refused = failed.flatMap(({ queryKey, state: { error, errorUpdatedAt } }) => {
    if (!((error as unknown) instanceof GuicheError)) return [];
    const problem = { ...problemOf(error as unknown as GuicheError, locale), requestId: request.id };
    return problem.help?.retry === 'self'
      ? []
      : [{ queryKey, problem, at: errorUpdatedAt + databaseAhead() }];
  });
  const read = dehydrate(client);
  for (const { state } of read.queries) state.dataUpdatedAt += databaseAhead();
  return { read, refused };
}
