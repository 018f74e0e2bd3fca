import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { maskDetail } from '#lib/mask-transaction.ts';
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
  const mayReveal = ctx.permissions.has('reveal');
  if (reveal && !mayReveal) throw new GuicheError('forbidden', 'Personal data may not be revealed.');
  const detail = await transactionsOf(ctx).get(id, operatorCall(ctx));
  if (!reveal) return maskDetail(detail, { names: mayReveal });
  await ctx.audit({ action: 'transaction.reveal', target: id });
  return detail;
}
