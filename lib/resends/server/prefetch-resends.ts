import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { ResendListQuery } from '#lib/resends/contract.ts';
import { LIST_SIZE, resendKeys, resendsOptions } from '#lib/resends/queries.ts';
import type { ResendFilters } from '#lib/resends/resends.list.ts';
import { getResend, listResends } from '#lib/resends/server/list-resends.ts';

/** The first page of resends. */
export const prefetchResends = ({ ctx, filters }: { ctx: Ctx; filters: ResendFilters }) =>
  dehydrateQueries(ctx, ({ list }) => [
    list(resendsOptions(ctx.account.slug, filters), () =>
      listResends({ ctx, query: ResendListQuery.parse({ ...toQuery(filters), limit: LIST_SIZE }) }),
    ),
  ]);

/** One resend for its page; the browser fetches its items. */
export const prefetchResend = ({ ctx, id }: { ctx: Ctx; id: string }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(resendKeys.detail(ctx.account.slug, id), () => getResend({ ctx, id })),
  ]);
