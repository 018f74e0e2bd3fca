import 'server-only';
import { readWithBlock } from '#lib/accounts/server/account-block.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { databaseIso } from '#lib/data/clock.ts';
import type { ApprovalRules } from '#lib/operations/contract.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import type { PaymentRules } from '#lib/payments/contract.ts';
import { blockInLimits } from '#lib/providers/account-blocks.ts';
import type { Limits } from '#lib/providers/money-records.ts';

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
