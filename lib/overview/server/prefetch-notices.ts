import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import { LATE_QUERY, lateOperationsOptions } from '#lib/operations/queries.ts';
import { listOperations } from '#lib/operations/server/list-operations.ts';
import { overviewKeys } from '#lib/overview/queries.ts';
import { getBlock } from '#lib/overview/server/get-block.ts';

/** What every page of the account says first, where there is any: a block, and what happened although given up. */
export async function prefetchNotices({ ctx }: { ctx: Ctx }): Promise<PageState> {
  const client = makeQueryClient();
  const query = OperationListQuery.parse(LATE_QUERY);
  const { slug } = ctx.account;
  await inTime([
    client.prefetchQuery({
      ...lateOperationsOptions(slug),
      queryFn: () => listOperations({ ctx, query }),
    }),
    client.prefetchQuery({ queryKey: overviewKeys.block(slug), queryFn: () => getBlock({ ctx }) }),
  ]);
  return pageState(client, ctx);
}
