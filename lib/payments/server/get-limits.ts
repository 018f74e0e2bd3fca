import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';
import type { Limits } from '#lib/providers/money-records.ts';

/** Document 2, limits: what each operation may and costs. Cents and basis points. */
export async function getLimits({ ctx }: { ctx: Ctx }): Promise<Limits> {
  return part(ctx.port, 'limits')(operatorCall(ctx));
}

/** Document 2, metrics: figures of the account under the provider's own names. */
export async function getMetrics({
  ctx,
}: {
  ctx: Ctx;
}): Promise<{ metrics: Record<string, unknown>; asOf: string }> {
  const metrics = await part(ctx.port, 'metrics')(operatorCall(ctx));
  return { metrics, asOf: new Date().toISOString() };
}
