import 'server-only';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import type { PayerPayment } from '#lib/disputes/contract.ts';
import { payerPayments } from '#lib/disputes/server/payer-payments.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';

/** The payer's other payments. The document stays on the server; without one the list is empty and `total` null. */
export async function getPayer({ ctx, id }: Args<'GET /disputes/{id}/payer'>): Promise<{
  items: z.infer<typeof PayerPayment>[];
  total: number | null;
}> {
  const found = await payerPayments(ctx, await knownDispute(ctx, id));
  if (found === null) return { items: [], total: null };
  const items = found.payments.map(({ id: transactionId, paidAt, createdAt, amount, status }) => ({
    transactionId,
    paidAt: paidAt ?? createdAt,
    amount,
    status,
    disputeId: found.disputed.get(transactionId) ?? null,
  }));
  return { items, total: found.total };
}

/** Document of a dispute's payer, in clear, and the payment in question: for the server's own look-ups. */
export async function getDisputedPayment(
  ctx: Ctx,
  id: string,
): Promise<{ document: string | null; transactionId: string | null }> {
  const { payer, transactionId } = await knownDispute(ctx, id);
  return { document: payer.document, transactionId };
}
