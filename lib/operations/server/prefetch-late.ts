import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import { LATE_QUERY, lateOperationsOptions } from '#lib/operations/queries.ts';
import { listOperations } from '#lib/operations/server/list-operations.ts';

/** What every page of the account says first, where there is any: what happened although it was given up. */
export async function prefetchLate({ ctx }: { ctx: Ctx }): Promise<PageState> {
  const client = makeQueryClient();
  const query = OperationListQuery.parse(LATE_QUERY);
  await inTime([
    client.prefetchQuery({
      ...lateOperationsOptions(ctx.account.slug),
      queryFn: () => listOperations({ ctx, query }),
    }),
  ]);
  return pageState(client, ctx);
}
