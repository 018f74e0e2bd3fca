import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries, inTime } from '#lib/api/prefetch-queries.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';
import { overviewKeys, RECENT_ROWS } from '#lib/overview/queries.ts';
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
    balance && one(overviewKeys.balance(account), () => getBalance({ ctx })),
    cards && one(overviewKeys.health(account), () => getHealth({ ctx })),
  ]);
}

/**
 * Prefetches the panels that cost one call each; counts and volume cost many and load in the browser. A panel
 * whose call fails shows its own error.
 */
export function prefetchOverview({ ctx }: { ctx: Ctx }) {
  const account = ctx.account.slug;
  const { balance, profile, transactions, limits, lines, cards } = overviewParts(ctx);
  const told = capabilitiesOf(ctx.account).includes('service-status');
  const query = { limit: RECENT_ROWS };
  return dehydrateQueries(ctx, async ({ one }) => {
    await inTime([
      balance && one(overviewKeys.balance(account), () => getBalance({ ctx })),
      profile && one(overviewKeys.profile(account), () => getProfile({ ctx })),
      transactions && one(overviewKeys.recent(account), () => listTransactions({ ctx, query })),
      limits && one(overviewKeys.limits(account), () => getLimits({ ctx })),
      lines && one(overviewKeys.lines(account), () => listStatement({ ctx, query })),
      cards && one(overviewKeys.cards(account), () => listCardCharges({ ctx, query })),
      told && one(overviewKeys.serviceStatus(account), () => getServiceStatus({ ctx })),
    ]);
    return [one(overviewKeys.health(account), () => getHealth({ ctx }))];
  });
}
