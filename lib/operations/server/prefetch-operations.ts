import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import { type OperationFilters, statesOf } from '#lib/operations/operations.list.ts';
import {
  approvalOptions,
  endedOperationsOptions,
  endedQuery,
  openOperationsOptions,
  openQuery,
  operationOptions,
} from '#lib/operations/queries.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import { getApproval } from '#lib/operations/server/get-approval.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';
import { listOperations } from '#lib/operations/server/list-operations.ts';

/** What the page shows first: those under way, and the newest that ended. */
export async function prefetchOperations({
  ctx,
  filters,
}: {
  ctx: Ctx;
  filters: OperationFilters;
}): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  const kinds = filters.kind ?? [];
  const states = statesOf(filters).ended;
  // The page that shows none of those that ended has their kinds from all of them.
  const ended = { ...filters, states: states.length === 0 ? ENDED_STATES : states };
  const read = (query: object) => listOperations({ ctx, query: OperationListQuery.parse(query) });
  await inTime([
    client.prefetchQuery({
      ...openOperationsOptions(account, kinds),
      queryFn: () => read(openQuery(kinds)),
    }),
    client.prefetchInfiniteQuery({
      ...endedOperationsOptions(account, ended),
      queryFn: () => read(endedQuery(ended, null)),
    }),
  ]);
  return pageState(client, ctx);
}

/** One operation, and what it is decided by. */
export async function prefetchOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  await inTime([
    client.prefetchQuery({ ...operationOptions(account, id), queryFn: () => getOperation({ ctx, id }) }),
    client.prefetchQuery({ ...approvalOptions(account, id), queryFn: () => getApproval({ ctx, id }) }),
  ]);
  return pageState(client, ctx);
}
