import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { maskPayment } from '#lib/mask-payment.ts';
import { foundAfterAll } from '#lib/operations/server/late.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentReference } from '#lib/providers/port.ts';

type Found = { payment: Payment; asOf: string };

/** One payment by the references that are given (all must hold); `not_found` where the provider has none. */
export async function lookUpPayment({
  ctx,
  what,
  by,
}: {
  ctx: Ctx;
  what: 'charges' | 'withdrawals';
  by: PaymentReference;
}): Promise<Found> {
  await requireRevealFor(ctx, {}, { clientReference: by.clientReference });
  const payment = await readPayment(ctx, what, by);
  return {
    payment: maskPayment(payment, { names: ctx.permissions.has('reveal') }),
    asOf: new Date().toISOString(),
  };
}

/** In clear, for verbs. */
export async function readPayment(
  ctx: Ctx,
  what: 'charges' | 'withdrawals',
  by: PaymentReference,
): Promise<Payment> {
  const payments = part(ctx.port, what);
  if (Object.values(by).every((value) => value === undefined))
    throw new GuicheError('invalid_request', 'A payment is looked for by one of its references.', {
      fields: [{ field: 'id', message: 'required' }],
    });
  const payment = await payments.find(by, operatorCall(ctx));
  if (payment === null) throw new GuicheError('not_found', 'The provider has no such payment.');
  await foundAfterAll(ctx.account.id, [payment]);
  return payment;
}
