import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { DeliveryListQuery } from '#lib/deliveries/contract.ts';
import { type DeliveryFilters, toRowPage } from '#lib/deliveries/deliveries.list.ts';
import { deliveryKeys, deliveryRows } from '#lib/deliveries/queries.ts';
import { getDelivery } from '#lib/deliveries/server/get-delivery.ts';
import { listDeliveries } from '#lib/deliveries/server/list-deliveries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { PAGE_SIZE } from '#lib/list/row-queries.ts';

type Input = { ctx: Ctx; filters: DeliveryFilters; open: string | null };

/** The first page of the history, and the delivery that the URL opens. */
export function prefetchDeliveries({ ctx, filters, open: id }: Input) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one, list }) => [
    list(deliveryRows.rows(account, filters), async () => {
      const query = DeliveryListQuery.parse({ ...toQuery(filters), limit: PAGE_SIZE });
      return toRowPage(await listDeliveries({ ctx, query }));
    }),
    id !== null && one(deliveryKeys.detail(account, id), () => getDelivery({ ctx, id })),
  ]);
}

/** One delivery, for its own page. */
export const prefetchDelivery = ({ ctx, id }: { ctx: Ctx; id: string }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(deliveryKeys.detail(ctx.account.slug, id), () => getDelivery({ ctx, id })),
  ]);
