import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { DeliveryListQuery } from '#lib/deliveries/contract.ts';
import type { DeliveryFilters } from '#lib/deliveries/deliveries.list.ts';
import { deliveryKeys, deliveryRows } from '#lib/deliveries/queries.ts';
import { toRowPage } from '#lib/deliveries/rows.ts';
import { getDelivery } from '#lib/deliveries/server/get-delivery.ts';
import { listDeliveries } from '#lib/deliveries/server/list-deliveries.ts';
import { listIncidents } from '#lib/deliveries/server/list-incidents.ts';
import { toQuery } from '#lib/list/list.ts';
import { PAGE_SIZE } from '#lib/list/row-queries.ts';

/** The first page of the history, what fails now, and the delivery that the address opens. */
export async function prefetchDeliveries({
  ctx,
  filters,
  open,
}: {
  ctx: Ctx;
  filters: DeliveryFilters;
  open: string | null;
}): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  await inTime([
    client.prefetchInfiniteQuery({
      ...deliveryRows.rows(account, filters),
      queryFn: async () => {
        const query = DeliveryListQuery.parse({ ...toQuery(filters), limit: PAGE_SIZE });
        return toRowPage(await listDeliveries({ ctx, query }));
      },
    }),
    client.prefetchQuery({
      queryKey: deliveryKeys.incidents(account),
      queryFn: () => listIncidents({ ctx }),
      retry: false,
    }),
    open !== null && readDetail(client, ctx, open),
  ]);
  return pageState(client, ctx);
}

/** One delivery, for its own page. */
export async function prefetchDelivery({ ctx, id }: { ctx: Ctx; id: string }): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([readDetail(client, ctx, id)]);
  return pageState(client, ctx);
}

const readDetail = (client: QueryClient, ctx: Ctx, id: string) =>
  client.prefetchQuery({
    queryKey: deliveryKeys.detail(ctx.account.slug, id),
    queryFn: () => getDelivery({ ctx, id }),
    retry: false,
  });
