import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { present } from '#lib/api/present.ts';
import { GuicheError } from '#lib/errors.ts';
import { confirmLate } from '#lib/operations/server/late-confirmation.ts';
import { FoundPayment } from '#lib/payments/contract.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentReference } from '#lib/providers/port.ts';

/** One payment by the references that are given (all must hold); `not_found` where the provider has none. */
export async function lookUpPayment({
  ctx,
  what,
  by,
}: {
  ctx: Ctx;
  what: 'charges' | 'withdrawals';
  by: PaymentReference;
}): Promise<FoundPayment> {
  const { clientReference, virtualAccount } = by;
  await requireRevealFor(ctx, {}, { clientReference, virtualAccount });
  const payment = await readPayment(ctx, what, by);
  return present(ctx, FoundPayment, { payment, asOf: new Date().toISOString() });
}

/** In clear, for verbs. */
export async function readPayment(
  ctx: Ctx,
  what: 'charges' | 'withdrawals',
  by: PaymentReference,
): Promise<Payment> {
  const payments = ctx.part(what);
  const { id, clientReference, endToEndId } = by;
  if ([id, clientReference, endToEndId].every((value) => value === undefined))
    throw new GuicheError('invalid_request', 'A payment is looked for by one of its references.', {
      fields: [{ field: 'id', message: 'required' }],
    });
  const payment = await payments.find(by, ctx.call);
  if (payment === null) throw new GuicheError('not_found', 'The provider has no such payment.');
  await confirmLate(ctx.account.id, [payment]);
  return payment;
}
