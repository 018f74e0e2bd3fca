import 'server-only';
import type { z } from 'zod';
import { Transaction } from '#lib/providers/records.ts';
import { amount, type CsvColumn, instant, statusWord, text, word, wordsAt } from './columns.ts';

/**
 * The fields of a transaction that its file has; only these are masked and copied. QR code fields are left
 * out: they are payment codes, not records.
 */
export const WrittenTransaction = Transaction.omit({
  state: true,
  way: true,
  other: true,
  qrCodeText: true,
  qrCodeUrl: true,
  hasQrCodeImage: true,
});
type WrittenTransaction = z.infer<typeof WrittenTransaction>;

const typeWord = wordsAt('transactions.type');
const keyWord = wordsAt('payments.key.types', (type) => type.toLowerCase());

/** The columns have document 1's field names. */
export const transactionColumns: readonly CsvColumn<WrittenTransaction>[] = [
  text('id', (t) => t.id),
  instant('createdAt', (t) => t.createdAt),
  instant('updatedAt', (t) => t.updatedAt),
  instant('paidAt', (t) => t.paidAt),
  word('status', (t) => t.status, statusWord),
  word(
    'type',
    (t) => t.typeSaid ?? t.type,
    (type, locale, t) => t.typeSaid ?? typeWord(type, locale),
  ),
  word('method', (t) => t.method, wordsAt('transactions.method')),
  amount(
    'amount',
    (t) => t.amount,
    (t) => t.amountExact,
  ),
  amount(
    'serviceFeeCharged',
    (t) => t.fee,
    (t) => t.feeExact,
  ),
  text('clientReference', (t) => t.clientReference),
  text('virtualAccount', (t) => t.virtualAccount),
  text('endToEndId', (t) => t.endToEndId),
  text('payerName', (t) => t.payer.name),
  text('payerDocument', (t) => t.payer.document),
  text('payerInstitutionIspb', (t) => t.payer.institutionIspb),
  text('payerInstitutionName', (t) => t.payer.institutionName),
  text('payerAccountNumber', (t) => t.payer.accountNumber),
  text('receiverName', (t) => t.receiver.name),
  text('receiverDocument', (t) => t.receiver.document),
  text('receiverInstitutionIspb', (t) => t.receiver.institutionIspb),
  text('receiverInstitutionName', (t) => t.receiver.institutionName),
  text('receiverAccountNumber', (t) => t.receiver.accountNumber),
  text('withdrawPixKey', (t) => t.withdrawPixKey),
  word('withdrawPixType', (t) => t.withdrawPixType, keyWord),
  text('generatedName', (t) => t.generatedName),
  text('generatedDocument', (t) => t.generatedDocument),
  text('generatedEmail', (t) => t.generatedEmail),
  word('refundStatus', (t) => t.refundStatus, statusWord),
  amount(
    'refundAmount',
    (t) => t.refundAmount,
    (t) => t.refundAmountExact,
  ),
  instant('refundedAt', (t) => t.refundedAt),
  text('refundEndToEndId', (t) => t.refundEndToEndId),
  word('refundReason', (t) => t.refundReason, wordsAt('transactions.detail.timeline.reason')),
  text('refundDescription', (t) => t.refundDescription),
  text('cancellationReason', (t) => t.cancellationReason),
  text('callbackUrl', (t) => t.callbackUrl),
];
