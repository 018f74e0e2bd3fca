import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { approvalRulesOptions } from '#lib/operations/queries.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { PaymentQuery } from '#lib/payments/contract.ts';
import type { PaymentFilters } from '#lib/payments/payments.list.ts';
import { depositOptions, pageQuery, paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { getDeposit } from '#lib/payments/server/get-deposit.ts';
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
    client.prefetchQuery({ ...approvalRulesOptions(account), queryFn: () => approvalRules(ctx) }),
  ]);
  return pageState(client, ctx);
}

export async function prefetchDeposit(ctx: Ctx, id: string): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([
    client.prefetchQuery({ ...depositOptions(ctx.account.slug, id), queryFn: () => getDeposit({ ctx, id }) }),
  ]);
  return pageState(client, ctx);
}
