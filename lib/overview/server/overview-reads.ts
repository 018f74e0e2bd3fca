import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reads } from '#lib/api/prefetch-queries.ts';
import { dayOptions } from '#lib/closings/queries.ts';
import { serverNow } from '#lib/core/clock.ts';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import {
  balanceQuery,
  cardsQuery,
  healthQuery,
  limitsQuery,
  linesQuery,
  profileQuery,
  recentQuery,
  serviceStatusQuery,
} from '#lib/overview/queries.ts';
import type { OverviewParts } from '#lib/overview/rules.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';

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

/** Balance and health, for the page of all accounts. */
export function holdingReads(ctx: Ctx): Reads {
  const { slug } = ctx.account;
  const { balance, cards } = overviewParts(ctx);
  return [balance && balanceQuery(slug), cards && healthQuery(slug)];
}

/** The panels that cost one call each; counts and volume load in the browser. */
export function overviewReads(ctx: Ctx): Reads {
  const { slug } = ctx.account;
  const parts = overviewParts(ctx);
  const capabilities = capabilitiesOf(ctx.account);
  const closes = parts.balance && capabilities.includes('statement') && ctx.permissions.has('export');
  return [
    parts.balance && balanceQuery(slug),
    closes && dayOptions(slug, addDays(saoPauloDay(serverNow()), -1)),
    parts.profile && profileQuery(slug),
    parts.transactions && recentQuery(slug),
    parts.limits && limitsQuery(slug),
    parts.lines && linesQuery(slug),
    parts.cards && cardsQuery(slug),
    capabilities.includes('service-status') && serviceStatusQuery(slug),
  ];
}
