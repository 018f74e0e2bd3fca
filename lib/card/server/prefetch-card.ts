import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import type { CardFilters } from '#lib/card/card.list.ts';
import { CardChargeQuery } from '#lib/card/contract.ts';
import { cardChargesOptions, connectionOptions, pageQuery, recurrenceOptions } from '#lib/card/queries.ts';
import { getConnection } from '#lib/card/server/get-connection.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';
import { getRecurrence } from '#lib/card/server/recurrences.ts';

/** What the page shows first: the newest charges of its filter, its recurrence, the connection's own state. */
export async function prefetchCard({ ctx, filters }: { ctx: Ctx; filters: CardFilters }): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  const query = CardChargeQuery.parse(pageQuery(filters, null));
  const { recurrenceId } = filters;
  await inTime([
    client.prefetchInfiniteQuery({
      ...cardChargesOptions(account, filters),
      queryFn: () => listCardCharges({ ctx, query }),
    }),
    client.prefetchQuery({ ...connectionOptions(account), queryFn: () => getConnection({ ctx }) }),
    recurrenceId !== null &&
      client.prefetchQuery({
        ...recurrenceOptions(account, recurrenceId),
        queryFn: () => getRecurrence({ ctx, id: recurrenceId }),
      }),
  ]);
  return pageState(client, ctx);
}
