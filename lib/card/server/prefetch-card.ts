import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import type { CardFilters } from '#lib/card/card.list.ts';
import { CardChargeQuery } from '#lib/card/contract.ts';
import { cardChargesOptions, connectionOptions, pageQuery, recurrenceOptions } from '#lib/card/queries.ts';
import { getConnection } from '#lib/card/server/get-figures.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';
import { getRecurrence } from '#lib/card/server/recurrences.ts';

/** Prefetches the page: the filter's newest charges, its recurrence, and the state of the connection. */
export function prefetchCard({ ctx, filters }: { ctx: Ctx; filters: CardFilters }) {
  const account = ctx.account.slug;
  const query = CardChargeQuery.parse(pageQuery(filters, null));
  const { recurrenceId: id } = filters;
  return dehydrateQueries(ctx, ({ one, list }) => [
    list(cardChargesOptions(account, filters), () => listCardCharges({ ctx, query })),
    one(connectionOptions(account), () => getConnection({ ctx })),
    id !== null && one(recurrenceOptions(account, id), () => getRecurrence({ ctx, id })),
  ]);
}
