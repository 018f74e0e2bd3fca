import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { maskingOf } from '#lib/api/masking.ts';
import { maskPendingDeposit } from '#lib/mask-statement.ts';
import type { PendingDeposit } from '#lib/providers/money-records.ts';
import { operatorCall, part } from '#lib/statement/server/statement-of.ts';

/**
 * Document 1, GET /user/deposit-pending/{id}. Masked; with `reveal` (permission `reveal`) in clear, and then the read
 * is in the audit before the answer leaves.
 */
export async function getPendingDeposit({
  ctx,
  id,
  reveal = false,
}: {
  ctx: Ctx;
  id: string;
  reveal?: boolean;
}): Promise<{ deposit: PendingDeposit; asOf: string }> {
  const mask = maskingOf(ctx, reveal);
  const deposit = await part(ctx, 'pendingDeposits').get(id, operatorCall(ctx));
  const asOf = new Date().toISOString();
  if (mask !== null) return { deposit: maskPendingDeposit(deposit, mask), asOf };
  await ctx.audit({ action: 'pending-deposit.reveal', target: id });
  return { deposit, asOf };
}
