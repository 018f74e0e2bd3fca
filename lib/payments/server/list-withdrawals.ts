import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { PaymentList, PaymentQuery } from '#lib/payments/contract.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';

/** Money sent by key and by code. */
export function listWithdrawals({ ctx, query }: { ctx: Ctx; query: PaymentQuery }): Promise<PaymentList> {
  return listPayments(ctx, 'withdrawals', query);
}
