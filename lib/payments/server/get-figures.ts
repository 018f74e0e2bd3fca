import 'server-only';
import { readWithBlock } from '#lib/accounts/server/account-block.ts';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf, listScope, openCursor, sealCursor } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError, nullOn } from '#lib/core/errors.ts';
import { stateOf } from '#lib/core/status/money.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import type { ApprovalRules } from '#lib/operations/contract.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { ChargeFunnelPart, type PaymentRules, type WithdrawnToday } from '#lib/payments/contract.ts';
import { choicesOf, emptyFunnel, funnelOf, narrowed } from '#lib/payments/funnel.ts';
import { hasMoved } from '#lib/payments/rules.ts';
import { blockInLimits } from '#lib/providers/account-blocks.ts';
import type { Limits, Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PaymentFilter, PortPageRequest } from '#lib/providers/port.ts';

/** Document 2, limits: bounds and fees of each operation. Cents and basis points. */
export async function getLimits({ ctx }: { ctx: Ctx }): Promise<Limits> {
  const limits = ctx.part('limits');
  return readWithBlock(ctx.account.id, () => limits(ctx.call), blockInLimits);
}

/** Document 2, metrics: the account's figures under the provider's own names. */
export async function getMetrics({ ctx }: Args<'GET /metrics'>) {
  const metrics = await ctx.part('metrics')(ctx.call);
  return { metrics, asOf: databaseIso() };
}

/** Document 1, Limits (cents). An account's own limits may be narrower. */
export const CHARGE_BOUNDS = { min: 100, max: 5_000_000, documentAbove: 200_000 };

/** Rules of this account that the forms need. Uses the documented ones when the provider does not answer. */
export async function getPaymentRules({ ctx }: { ctx: Ctx }): Promise<PaymentRules> {
  const { charges, withdrawals } = ctx.port;
  if (charges === undefined && withdrawals === undefined)
    throw new GuicheError('not_supported', 'This account moves no money by Pix.');
  const common = await approvalRules(ctx);
  return ctx.port.kind === 'hub'
    ? { ...common, ...(await hubRules(ctx)) }
    : { ...common, ...(await pixRules(ctx)) };
}

type Rules = Omit<PaymentRules, keyof ApprovalRules>;

async function pixRules(ctx: Ctx): Promise<Rules> {
  const profile = (await ctx.port.profile?.(ctx.call).catch(() => null)) ?? null;
  return {
    charge: {
      min: Math.max(CHARGE_BOUNDS.min, profile?.chargeMin ?? 0),
      max: Math.min(CHARGE_BOUNDS.max, profile?.chargeMax ?? CHARGE_BOUNDS.max),
      documentAbove: CHARGE_BOUNDS.documentAbove,
    },
    withdrawal: { min: profile?.withdrawalMin ?? null, max: profile?.withdrawalMax ?? null },
    transfer: { receiver: 'account_number' },
    payerNeeded: false,
  };
}

async function hubRules(ctx: Ctx): Promise<Rules> {
  const limits = await getLimits({ ctx }).catch(() => null);
  const of = (name: string) => limits?.operations.find((one) => one.name === name);
  const [payment, withdraw] = [of('payment'), of('withdraw')];
  return {
    charge: { min: payment?.min ?? 1, max: payment?.max ?? null, documentAbove: null },
    withdrawal: { min: withdraw?.min ?? null, max: withdraw?.max ?? null },
    transfer: { receiver: 'pix_key' },
    payerNeeded: true,
  };
}

const PAGE = 200;
/** Pages read in one call: a thousand payments. */
const MOST_PAGES = 5;

type Lists = { list(filter: PaymentFilter, page: PortPageRequest, call: Call): Promise<Page<Payment>> };

/** Reads a list from a position on. `page`: the last one read; its `next` is null at the list's end. */
async function readPages(lists: Lists, filter: PaymentFilter, start: unknown, call: Call) {
  let page = await lists.list(filter, { limit: PAGE, position: start }, call);
  const rows = [...page.items];
  for (let read = 1; read < MOST_PAGES && page.next !== null; read += 1) {
    page = await lists.list(filter, { limit: PAGE, position: page.next }, call);
    rows.push(...page.items);
  }
  return { rows, page };
}

/**
 * Counts the outcomes of a period's charges from the account's list, a thousand at a time, at background
 * priority. The caller continues by cursor. Filters by virtual account and term here, as no service does.
 * `listed` false: the service has no list.
 */
export async function getChargeFunnel({
  ctx,
  query: { cursor, virtualAccount, term, from, to },
}: Args<'GET /charges/funnel'>): Promise<ChargeFunnelPart> {
  const charges = ctx.part('charges');
  await requireRevealFor(ctx, {}, { virtualAccount });
  const filter = instantsOf({ from, to });
  const scope = listScope('GET /charges/funnel', ctx.account.id, filter);
  const call = {
    priority: 'background',
    purpose: 'page',
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  } as const;
  const start = cursor === undefined ? null : openCursor(scope, cursor);
  const found = await readPages(charges, filter, start, call).catch(nullOn('not_supported'));
  const narrowing = { virtualAccount, term };
  if (found === null) {
    const none = { funnel: emptyFunnel(), choices: choicesOf([], narrowing), read: 0 };
    return { ...none, total: null, nextCursor: null, asOf: databaseIso(), listed: false };
  }
  const { rows, page } = found;
  return serializeFor(ctx, ChargeFunnelPart, {
    funnel: funnelOf(narrowed(rows, narrowing)),
    choices: choicesOf(rows, narrowing),
    read: rows.length,
    total: page.total,
    nextCursor: page.next === null ? null : sealCursor(scope, page.next),
    asOf: page.asOf,
    listed: true,
    ...visibleProblemsOf(page),
  });
}

/**
 * Sums today's (São Paulo) completed withdrawals from the account's list, in cents. `sum` is null when it
 * would be incomplete: the list is too long, or a row has no amount or an unknown state.
 */
export async function getWithdrawnToday({
  ctx,
  now = new Date(databaseNow()),
}: Args<'GET /withdrawals/today'> & { now?: Date }): Promise<WithdrawnToday> {
  const withdrawals = ctx.part('withdrawals');
  const day = saoPauloDay(now);
  const filter = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) };
  const { rows, page } = await readPages(withdrawals, filter, null, ctx.call);
  const moved = rows.filter(hasMoved);
  const whole =
    page.next === null &&
    rows.every((row) => stateOf(row) !== null) &&
    moved.every(({ amount }) => amount !== null);
  return {
    sum: whole ? moved.reduce((sum, { amount }) => sum + (amount ?? 0), 0) : null,
    count: whole ? moved.length : null,
    asOf: now.toISOString(),
  };
}
