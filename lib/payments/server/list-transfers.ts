import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { PaymentList, PaymentQuery } from '#lib/payments/contract.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';

/** Moved between accounts of the service, both ways where it tells. */
export function listTransfers({ ctx, query }: { ctx: Ctx; query: PaymentQuery }): Promise<PaymentList> {
  return listPayments(ctx, 'transfers', query);
}
