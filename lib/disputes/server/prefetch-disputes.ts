import 'server-only';
import type { QueryKey } from '@tanstack/react-query';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { DisputeListQuery } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { disputeKeys, queueOptions, queueQuery } from '#lib/disputes/queries.ts';
import { getDispute } from '#lib/disputes/server/get-dispute.ts';
import { getDraft } from '#lib/disputes/server/get-draft.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';

/** The queue's first page. */
export async function prefetchDisputes({
  ctx,
  filter,
}: {
  ctx: Ctx;
  filter: QueueFilter;
}): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([
    client.prefetchInfiniteQuery({
      ...queueOptions(ctx.account.slug, filter),
      queryFn: () => listDisputes({ ctx, query: DisputeListQuery.parse(queueQuery(filter, null)) }),
    }),
  ]);
  return pageState(client, ctx);
}

/** One dispute and its draft. A reading that fails is left to the page, which words the fault. */
export async function prefetchDispute({ ctx, id }: { ctx: Ctx; id: string }): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  const read = (queryKey: QueryKey, queryFn: () => Promise<unknown>) =>
    client.prefetchQuery({ queryKey, queryFn, retry: false });
  await inTime([
    read(disputeKeys.detail(account, id), () => getDispute({ ctx, id })),
    read(disputeKeys.draft(account, id), () => getDraft({ ctx, id })),
  ]);
  return pageState(client, ctx);
}
