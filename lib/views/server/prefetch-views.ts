import 'server-only';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import type { ViewPage } from '#lib/views/contract.ts';
import { ABOVE_ALL } from '#lib/views/lists.ts';
import { viewKeys } from '#lib/views/queries.ts';
import { listViews } from '#lib/views/server/list-views.ts';

/** The views of a list, for its first paint. */
export async function prefetchViews({
  ctx,
  page,
}: {
  ctx: Ctx | OperatorCtx;
  page: ViewPage;
}): Promise<PageState> {
  const client = makeQueryClient();
  const account = 'account' in ctx ? ctx.account.slug : ABOVE_ALL;
  await inTime([
    client.prefetchQuery({
      queryKey: viewKeys.list(account, page),
      queryFn: async () => (await listViews({ ctx, query: { account, page } })).items,
      retry: false,
    }),
  ]);
  return pageState(client, ctx);
}
