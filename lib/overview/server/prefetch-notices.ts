import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { firstPaint } from '#lib/api/page-state.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import { listOperations } from '#lib/operations/server/list-operations.ts';
import { LATE_CONFIRMATIONS_QUERY, lateConfirmationsOptions } from '#lib/operations/shell-queries.ts';
import { getBlock } from '#lib/overview/server/get-block.ts';
import { blockQuery } from '#lib/overview/shell-queries.ts';

/** Prefetches what every page of the account says first: a block, and what happened although given up. */
export function prefetchNotices({ ctx }: { ctx: Ctx }) {
  const query = OperationListQuery.parse(LATE_CONFIRMATIONS_QUERY);
  const { slug } = ctx.account;
  return firstPaint(ctx, ({ one }) => [
    one(lateConfirmationsOptions(slug), () => listOperations({ ctx, query })),
    one(blockQuery(slug), () => getBlock({ ctx })),
  ]);
}
