import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import {
  endedOperationsOptions,
  endedQuery,
  openOperationsOptions,
  openQuery,
} from '#lib/operations/queries.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import { listOperations } from '#lib/operations/server/list-operations.ts';

/** What the page shows first: those under way, and the newest that ended. */
export async function prefetchOperations({ ctx }: { ctx: Ctx }): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  const read = (query: object) => listOperations({ ctx, query: OperationListQuery.parse(query) });
  await inTime([
    client.prefetchQuery({ ...openOperationsOptions(account, []), queryFn: () => read(openQuery([])) }),
    client.prefetchInfiniteQuery({
      ...endedOperationsOptions(account, ENDED_STATES, []),
      queryFn: () => read(endedQuery(ENDED_STATES, [], null)),
    }),
  ]);
  return pageState(client, ctx);
}
