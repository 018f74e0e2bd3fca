import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries, inTime } from '#lib/api/prefetch-queries.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';
import {
  balanceQuery,
  cardsQuery,
  healthQuery,
  limitsQuery,
  linesQuery,
  profileQuery,
  RECENT_ROWS,
  recentQuery,
  serviceStatusQuery,
} from '#lib/overview/queries.ts';
import type { OverviewParts } from '#lib/overview/rules.ts';
import { getBalance, getHealth, getProfile, getServiceStatus } from '#lib/overview/server/get-account.ts';
import { getLimits } from '#lib/payments/server/get-limits.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { listStatement } from '#lib/statement/server/list-statement.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';

/** A Pix account has its limits in its profile, and transactions instead of statement lines. */
export function overviewParts({ account, port }: Ctx): OverviewParts {
  const capabilities = capabilitiesOf(account);
  const has = (name: string) => capabilities.includes(name);
  const transactions = has('transactions');
  return {
    balance: has('balance'),
    profile: has('profile'),
    transactions,
    summary: port.summary !== undefined,
    disputes: has('disputes'),
    deliveries: has('deliveries'),
    limits: has('limits'),
    metrics: has('metrics'),
    lines: has('statement') && !transactions,
    cards: has('card-charges'),
  };
}

/** Prefetches balance and health for the page of all accounts. */
export function prefetchHolding({ ctx }: { ctx: Ctx }) {
  const account = ctx.account.slug;
  const { balance, cards } = overviewParts(ctx);
  return dehydrateQueries(ctx, ({ one }) => [
    balance && one(balanceQuery(account).queryKey, () => getBalance({ ctx })),
    cards && one(healthQuery(account).queryKey, () => getHealth({ ctx })),
  ]);
}

/** Prefetches the panels that cost one call each; counts and volume load in the browser. */
export function prefetchOverview({ ctx }: { ctx: Ctx }) {
  const account = ctx.account.slug;
  const parts = overviewParts(ctx);
  const hasStatus = capabilitiesOf(ctx.account).includes('service-status');
  const query = { limit: RECENT_ROWS };
  return dehydrateQueries(ctx, async ({ one }) => {
    await inTime([
      parts.balance && one(balanceQuery(account).queryKey, () => getBalance({ ctx })),
      parts.profile && one(profileQuery(account).queryKey, () => getProfile({ ctx })),
      parts.transactions && one(recentQuery(account).queryKey, () => listTransactions({ ctx, query })),
      parts.limits && one(limitsQuery(account).queryKey, () => getLimits({ ctx })),
      parts.lines && one(linesQuery(account).queryKey, () => listStatement({ ctx, query })),
      parts.cards && one(cardsQuery(account).queryKey, () => listCardCharges({ ctx, query })),
      hasStatus && one(serviceStatusQuery(account).queryKey, () => getServiceStatus({ ctx })),
    ]);
    return [one(healthQuery(account).queryKey, () => getHealth({ ctx }))];
  });
}
