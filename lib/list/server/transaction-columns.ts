import 'server-only';
import type { z } from 'zod';
import { Transaction } from '#lib/providers/records.ts';
import { type CsvColumn, csvAmount, csvInstant } from './csv-table.ts';

/**
 * A transaction as far as a file of them goes: nothing else is masked or copied for it. The QR code's fields are left
 * out: they are payment codes, not records.
 */
export const WrittenTransaction = Transaction.omit({
  ...{ state: true, way: true, other: true },
  ...{ qrCodeText: true, qrCodeUrl: true, hasQrCodeImage: true },
});
type WrittenTransaction = z.infer<typeof WrittenTransaction>;

/** Document 1's field names. */
export const transactionColumns: readonly CsvColumn<WrittenTransaction>[] = [
  ['id', (t) => t.id],
  ['createdAt', (t) => csvInstant(t.createdAt)],
  ['updatedAt', (t) => csvInstant(t.updatedAt)],
  ['paidAt', (t) => csvInstant(t.paidAt)],
  ['status', (t) => t.status],
  ['type', (t) => t.typeSaid ?? t.type],
  ['method', (t) => t.method],
  ['amount', (t) => csvAmount(t.amount, t.amountExact)],
  ['serviceFeeCharged', (t) => csvAmount(t.fee, t.feeExact)],
  ['clientReference', (t) => t.clientReference],
  ['virtualAccount', (t) => t.virtualAccount],
  ['endToEndId', (t) => t.endToEndId],
  ['payerName', (t) => t.payer.name],
  ['payerDocument', (t) => t.payer.document],
  ['payerInstitutionIspb', (t) => t.payer.institutionIspb],
  ['payerInstitutionName', (t) => t.payer.institutionName],
  ['payerAccountNumber', (t) => t.payer.accountNumber],
  ['receiverName', (t) => t.receiver.name],
  ['receiverDocument', (t) => t.receiver.document],
  ['receiverInstitutionIspb', (t) => t.receiver.institutionIspb],
  ['receiverInstitutionName', (t) => t.receiver.institutionName],
  ['receiverAccountNumber', (t) => t.receiver.accountNumber],
  ['withdrawPixKey', (t) => t.withdrawPixKey],
  ['withdrawPixType', (t) => t.withdrawPixType],
  ['generatedName', (t) => t.generatedName],
  ['generatedDocument', (t) => t.generatedDocument],
  ['generatedEmail', (t) => t.generatedEmail],
  ['refundStatus', (t) => t.refundStatus],
  ['refundAmount', (t) => csvAmount(t.refundAmount, t.refundAmountExact)],
  ['refundedAt', (t) => csvInstant(t.refundedAt)],
  ['refundEndToEndId', (t) => t.refundEndToEndId],
  ['refundReason', (t) => t.refundReason],
  ['refundDescription', (t) => t.refundDescription],
  ['cancellationReason', (t) => t.cancellationReason],
  ['callbackUrl', (t) => t.callbackUrl],
];
