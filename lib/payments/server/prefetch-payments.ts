import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { PaymentQuery } from '#lib/payments/contract.ts';
import type { PaymentFilters } from '#lib/payments/filters.ts';
import { pageQuery, paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { getPaymentRules } from '#lib/payments/server/get-payment-rules.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';

type Wanted = { ctx: Ctx; page: PaymentPage; filters: PaymentFilters };

/** What a page of payments shows first: its list, and what its form must know. */
export async function prefetchPayments({ ctx, page, filters }: Wanted): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  await inTime([
    client.prefetchInfiniteQuery({
      ...paymentsOptions(account, page, filters),
      queryFn: () => listPayments(ctx, page, PaymentQuery.parse(pageQuery(filters, null))),
    }),
    client.prefetchQuery({ ...rulesOptions(account), queryFn: () => getPaymentRules({ ctx }) }),
  ]);
  return pageState(client, ctx);
}
