import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DehydratedState,
  dehydrate,
  type InferDataFromTag,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { type CallParts, offerAnswers } from '#lib/api/client.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { type Handler, serveHere } from '#lib/api/serve.ts';
import { problemOf } from '#lib/api/steps/respond.ts';
import { GuicheError, type Problem } from '#lib/core/errors.ts';
import { databaseAhead } from '#lib/data/clock.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** The longest that a first paint waits for its data, in ms. The browser then requests what is missing. */
const FIRST_PAINT_MS = 1500;

/** `at` (epoch ms) is sent along, so that server and browser show the same time. */
type Refusal = { queryKey: QueryKey; problem: Problem; at: number };

/** State of a page's first paint: the data, and the refusals that a retry cannot help. */
export type PageState = { read: DehydratedState; refused: Refusal[] };

/** The options of the queries that a first paint shows; false where a part is absent. */
export type Reads = readonly (Read | false)[];
type Read = { queryKey: QueryKey; initialPageParam?: unknown };

/** Options whose query another function answers. Undefined leaves the read to the browser. */
export const answeredBy = <K extends QueryKey>(
  options: { queryKey: K },
  read: () => Promise<InferDataFromTag<unknown, K> | undefined>,
) => ({
  ...options,
  queryFn: async () => {
    const data = await read();
    if (data === undefined) throw new Error('Left to the page.');
    return data;
  },
});

const answers = new AsyncLocalStorage<(key: keyof Endpoints, input: CallParts) => Promise<unknown>>();
offerAnswers((key, input) => answers.getStore()?.(key, input));

/** Runs the queries of a first paint, then those of `after`, each for at most `FIRST_PAINT_MS`. */
type FirstPaint = (ctx: OperatorCtx, reads: Reads, after?: Reads) => Promise<PageState>;

/** A first paint whose calls are answered in this process, by the handlers of their endpoints. */
export function createFirstPaint(endpoints: EndpointMap, handlers: Record<string, Handler>): FirstPaint {
  return (ctx, reads, after = []) => {
    const client = makeQueryClient();
    const run = (read: Read | false) => {
      if (read === false) return;
      return 'initialPageParam' in read
        ? client.prefetchInfiniteQuery(read as never)
        : client.prefetchQuery(read as never);
    };
    const answer = (key: keyof Endpoints, input: CallParts) => {
      const [endpoint, handler] = [endpoints[key], handlers[key]];
      if (endpoint === undefined || handler === undefined) throw new Error(`${key} has no handler.`);
      return serveHere({ key, endpoint, handler }, ctx, input);
    };
    return answers.run(answer, async () => {
      await inTime(reads.map(run));
      await inTime(after.map(run));
      return pageState(client, ctx);
    });
  };
}

/** Waits at most `FIRST_PAINT_MS`. */
async function inTime(reads: (Promise<void> | undefined)[]): Promise<void> {
  const deadline = new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_MS).unref());
  await Promise.race([Promise.all(reads), deadline]);
}

/**
 * What was read, and the refusals that must not be retried (document 1); the browser requests everything
 * else. Times use the database's clock.
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
