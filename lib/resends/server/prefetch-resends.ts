import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { toQuery } from '#lib/list/list.ts';
import { ResendListQuery } from '#lib/resends/contract.ts';
import { LIST_SIZE, resendKeys } from '#lib/resends/queries.ts';
import type { ResendFilters } from '#lib/resends/resends.list.ts';
import { getResend } from '#lib/resends/server/get-resend.ts';
import { listResends } from '#lib/resends/server/list-resends.ts';

/** The first page of resends. */
export async function prefetchResends({
  ctx,
  filters,
}: {
  ctx: Ctx;
  filters: ResendFilters;
}): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([
    client.prefetchInfiniteQuery({
      queryKey: resendKeys.list(ctx.account.slug, filters),
      queryFn: () =>
        listResends({ ctx, query: ResendListQuery.parse({ ...toQuery(filters), limit: LIST_SIZE }) }),
      initialPageParam: null as string | null,
      retry: false,
    }),
  ]);
  return pageState(client, ctx);
}

/** One resend, for its page; its items are asked for by the browser. */
export async function prefetchResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([
    client.prefetchQuery({
      queryKey: resendKeys.detail(ctx.account.slug, id),
      queryFn: () => getResend({ ctx, id }),
      retry: false,
    }),
  ]);
  return pageState(client, ctx);
}
