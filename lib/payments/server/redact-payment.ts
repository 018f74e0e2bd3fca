import 'server-only';
import { isOwnCharge } from '#lib/core/masking/mask.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/**
 * A payment without personal data, as operations, repeats and refusals store and show it. Keeps the code of a
 * charge, which is the account's own; the rest can be read again from the provider by id.
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
