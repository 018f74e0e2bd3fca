import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { maskingOf } from '#lib/api/masking.ts';
import { maskDetail } from '#lib/mask-transaction.ts';
import { foundInPassing } from '#lib/operations/server/late.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { operatorCall, transactionsOf } from '#lib/transactions/server/transactions-of.ts';

/**
 * Document 1, GET /user/transactions/{id}. Masked; with `reveal` (permission `reveal`) in clear, and then the read
 * is in the audit before the answer leaves.
 */
export async function getTransaction({
  ctx,
  id,
  reveal = false,
}: {
  ctx: Ctx;
  id: string;
  reveal?: boolean;
}): Promise<TransactionDetail> {
  const mask = maskingOf(ctx, reveal);
  const detail = await transactionsOf(ctx).get(id, operatorCall(ctx));
  foundInPassing(ctx.account.id, [detail.transaction]);
  if (mask !== null) return maskDetail(detail, mask);
  await ctx.audit({ action: 'transaction.reveal', target: id });
  return detail;
}
