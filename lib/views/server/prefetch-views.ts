import 'server-only';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { firstPaint } from '#lib/api/page-state.ts';
import type { ViewPage } from '#lib/views/contract.ts';
import { ABOVE_ALL } from '#lib/views/place.ts';
import { viewKeys } from '#lib/views/queries.ts';
import { listViews } from '#lib/views/server/list-views.ts';

/** The views of a list, for its first paint. */
export function prefetchViews({ ctx, page }: { ctx: Ctx | OperatorCtx; page: ViewPage }) {
  const account = 'account' in ctx ? ctx.account.slug : ABOVE_ALL;
  return firstPaint(ctx, ({ one }) => [
    one(viewKeys.list(account, page), async () => (await listViews({ ctx, query: { account, page } })).items),
  ]);
}
