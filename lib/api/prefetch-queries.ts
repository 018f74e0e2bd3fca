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

/** A slow service costs the first paint no more than this; what is missing then, the browser asks for. */
const FIRST_PAINT_MS = 1500;

/** Waits for the readings of a first paint, no longer than it may take. */
export async function inTime(reads: unknown[]): Promise<void> {
  const deadline = new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_MS).unref());
  await Promise.race([Promise.all(reads), deadline]);
}

/** `at` goes along, so that server and browser write the same time. */
type Refusal = { queryKey: QueryKey; problem: Problem; at: number };

/** State of a page's first paint: the data read, and the refusals that asking again cannot help. */
export type PageState = { read: DehydratedState; refused: Refusal[] };

type DataOf<K extends QueryKey> = InferDataFromTag<unknown, K>;
type PageOf<D> = D extends InfiniteData<infer P> ? P : unknown;
/** A query by its key, or by its options, which tell what it must give. */
type Of<K> = K | { queryKey: K };
/**
 * How a first paint reads. What fails is left to the page, which words the fault, and so is what gives undefined: it
 * would have to be waited for.
 */
export type Reads = {
  one: <K extends QueryKey>(of: Of<K>, read: () => Promise<DataOf<K> | undefined>) => Promise<void>;
  /** The first page of a list. */
  list: <K extends QueryKey>(of: Of<K>, read: () => Promise<PageOf<DataOf<K>>>) => Promise<void>;
};
const optionsOf = (of: Of<QueryKey>) => ('queryKey' in of ? of : { queryKey: of });

/** Reads the data of a first paint by the verbs that answer the same calls, within the time it has. */
export async function dehydrateQueries(
  ctx: OperatorCtx,
  reads: (read: Reads) => unknown[] | Promise<unknown[]>,
): Promise<PageState> {
  const client = makeQueryClient();
  const asked = await reads({
    one: (of, read) => client.prefetchQuery({ ...optionsOf(of), queryFn: () => read().then(given) }),
    list: (of, queryFn) =>
      client.prefetchInfiniteQuery({ ...optionsOf(of), queryFn, initialPageParam: null }),
  });
  await inTime(asked);
  return pageState(client, ctx);
}

function given<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('Left to the page.');
  return data;
}

/**
 * The browser asks for everything else; a refusal (document 1: do not retry) goes along as it is. Its times are those of
 * the database's clock, by which the browser sets its own.
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
