import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { approvalRulesOptions } from '#lib/operations/queries.ts';
import { getSecondPersonRules } from '#lib/operations/server/get-approval.ts';
import { PaymentQuery } from '#lib/payments/contract.ts';
import type { PaymentFilters } from '#lib/payments/payments.list.ts';
import { depositOptions, pageQuery, paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { getPaymentRules } from '#lib/payments/server/get-limits.ts';
import { getDeposit, listPayments } from '#lib/payments/server/list-payments.ts';

type Wanted = { ctx: Ctx; page: PaymentPage; filters: PaymentFilters };

/** Prefetches a payments page: its list, and the rules its form needs. */
export function prefetchPayments({ ctx, page, filters }: Wanted) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one, list }) => [
    list(paymentsOptions(account, page, filters), () =>
      listPayments(ctx, page, PaymentQuery.parse(pageQuery(filters, null))),
    ),
    one(rulesOptions(account), () => getPaymentRules({ ctx })),
    one(approvalRulesOptions(account), () => getSecondPersonRules(ctx)),
  ]);
}

export const prefetchDeposit = (ctx: Ctx, id: string) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(depositOptions(ctx.account.slug, id), () => getDeposit({ ctx, id })),
  ]);
