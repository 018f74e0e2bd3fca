import 'server-only';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import type { ViewPage } from '#lib/views/contract.ts';
import { ALL_ACCOUNTS_PATH } from '#lib/views/place.ts';
import { viewKeys } from '#lib/views/queries.ts';
import { listViews } from '#lib/views/server/list-views.ts';

/** The saved views of a list, for the first paint. */
export function prefetchViews({ ctx, page }: { ctx: Ctx | OperatorCtx; page: ViewPage }) {
  const account = 'account' in ctx ? ctx.account.slug : ALL_ACCOUNTS_PATH;
  return dehydrateQueries(ctx, ({ one }) => [
    one(viewKeys.list(account, page), async () => (await listViews({ ctx, query: { account, page } })).items),
  ]);
}
