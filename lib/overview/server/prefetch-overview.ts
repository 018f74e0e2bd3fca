import 'server-only';
import type { QueryKey } from '@tanstack/react-query';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';
import { overviewKeys, RECENT_ROWS } from '#lib/overview/queries.ts';
import type { OverviewParts } from '#lib/overview/rules.ts';
import { getBalance } from '#lib/overview/server/get-balance.ts';
import { getHealth } from '#lib/overview/server/get-health.ts';
import { getProfile } from '#lib/overview/server/get-profile.ts';
import { getLimits } from '#lib/payments/server/get-limits.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { listStatement } from '#lib/statement/server/list-statement.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';

/** A Pix account's limits stand in its profile, and its lines among the transactions. */
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

/**
 * What the page's first paint carries: the readings that cost one call each. Counts and volume cost many and come
 * by themselves. A reading that fails is left to its own panel.
 */
export async function prefetchOverview({ ctx }: { ctx: Ctx }): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  const read = (queryKey: QueryKey, queryFn: () => Promise<unknown>) =>
    client.prefetchQuery({ queryKey, queryFn, retry: false });
  const { balance, profile, transactions, limits, lines, cards } = overviewParts(ctx);
  await inTime([
    balance && read(overviewKeys.balance(account), () => getBalance({ ctx })),
    profile && read(overviewKeys.profile(account), () => getProfile({ ctx })),
    transactions &&
      read(overviewKeys.recent(account), () => listTransactions({ ctx, query: { limit: RECENT_ROWS } })),
    limits && read(overviewKeys.limits(account), () => getLimits({ ctx })),
    lines && read(overviewKeys.lines(account), () => listStatement({ ctx, query: { limit: RECENT_ROWS } })),
    cards && read(overviewKeys.cards(account), () => listCardCharges({ ctx, query: { limit: RECENT_ROWS } })),
  ]);
  await read(overviewKeys.health(account), () => getHealth({ ctx }));
  return pageState(client, ctx);
}
