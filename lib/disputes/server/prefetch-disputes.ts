import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { DisputeListQuery } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { disputeKeys, queueOptions, queueQuery } from '#lib/disputes/queries.ts';
import { getDraft } from '#lib/disputes/server/draft-store.ts';
import { getDispute } from '#lib/disputes/server/get-dispute.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { byOwnId } from '#lib/disputes/server/read-dispute.ts';

/** The queue's first page. */
export const prefetchDisputes = ({ ctx, filter }: { ctx: Ctx; filter: QueueFilter }) =>
  dehydrateQueries(ctx, ({ list }) => [
    list(queueOptions(ctx.account.slug, filter), () =>
      listDisputes({ ctx, query: DisputeListQuery.parse(queueQuery(filter, null)) }),
    ),
  ]);

/** One dispute and its draft. */
export function prefetchDispute({ ctx, id }: { ctx: Ctx; id: string }) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one }) => [
    one(disputeKeys.detail(account, id), () => getDispute({ ctx, id })),
    one(disputeKeys.draft(account, id), () => byOwnId(getDraft)({ ctx, id })),
  ]);
}
