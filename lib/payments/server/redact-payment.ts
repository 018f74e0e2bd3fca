import 'server-only';
import { isOwnCharge } from '#lib/core/masking/mask.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/**
 * A payment without anybody's personal data: what operations, their repeats and refusals keep and show. The code of
 * a charge is the account's own and stays; the rest is read again from the provider by its id.
 */
export function redactPayment(payment: Payment): Payment {
  const code = isOwnCharge(payment) ? payment.qrCodeText : null;
  return {
    ...payment,
    qrCodeText: code,
    qrCodeUrl: null,
    generatedName: null,
    generatedDocument: null,
    generatedEmail: null,
    payer: NO_PARTY,
    receiver: NO_PARTY,
    withdrawPixKey: null,
    callbackUrl: null,
    refundReason: null,
    refundDescription: null,
    cancellationReason: null,
    description: null,
    ...(payment.metadata === undefined ? {} : { metadata: null }),
    other: {},
  };
}
