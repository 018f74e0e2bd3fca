import 'server-only';
import { readWithBlock } from '#lib/accounts/server/account-block.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import type { Limits } from '#lib/providers/money-records.ts';
import { blockInLimits } from '#lib/providers/reported-blocks.ts';

/** Document 2, limits: what each operation may and costs. Cents and basis points. */
export async function getLimits({ ctx }: { ctx: Ctx }): Promise<Limits> {
  const limits = ctx.part('limits');
  return readWithBlock(ctx.account.id, () => limits(ctx.call), blockInLimits);
}

/** Document 2, metrics: figures of the account under the provider's own names. */
export async function getMetrics({
  ctx,
}: Args<'GET /metrics'>): Promise<{ metrics: Record<string, unknown>; asOf: string }> {
  const metrics = await ctx.part('metrics')(ctx.call);
  return { metrics, asOf: new Date().toISOString() };
}
