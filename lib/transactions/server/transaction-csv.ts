import 'server-only';
import { CSV_BOM, type CsvValue, csvCell, csvRow } from '#lib/csv.ts';
import { withOffset } from '#lib/dates.ts';
import { centsToDecimal } from '#lib/money.ts';
import type { Transaction } from '#lib/providers/records.ts';

type Column = readonly [name: string, read: (transaction: Transaction) => CsvValue];

const instant = (text: string | null) => (text === null ? null : withOffset(text));

/** Cents as decimal text; with the provider's own digits where it gave more than two. */
function amount(cents: number | null, exact: string | undefined): CsvValue {
  if (cents === null) return null;
  return { number: exact !== undefined && /^-?\d+\.\d+$/.test(exact) ? exact : centsToDecimal(cents) };
}

/** Document 1's field names. The QR code's fields are left out: they are payment codes, not records. */
const COLUMNS: readonly Column[] = [
  ['id', (t) => t.id],
  ['createdAt', (t) => instant(t.createdAt)],
  ['updatedAt', (t) => instant(t.updatedAt)],
  ['paidAt', (t) => instant(t.paidAt)],
  ['status', (t) => t.status],
  ['type', (t) => t.type],
  ['method', (t) => t.method],
  ['amount', (t) => amount(t.amount, t.amountExact)],
  ['serviceFeeCharged', (t) => amount(t.fee, t.feeExact)],
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
  ['refundAmount', (t) => amount(t.refundAmount, t.refundAmountExact)],
  ['refundedAt', (t) => instant(t.refundedAt)],
  ['refundEndToEndId', (t) => t.refundEndToEndId],
  ['refundReason', (t) => t.refundReason],
  ['refundDescription', (t) => t.refundDescription],
  ['cancellationReason', (t) => t.cancellationReason],
  ['callbackUrl', (t) => t.callbackUrl],
];

export function csvHead(): string {
  return CSV_BOM + csvRow(COLUMNS.map(([name]) => name));
}

export function csvLines(transactions: readonly Transaction[]): string {
  let lines = '';
  // Written cell by cell: an export makes millions of them.
  for (const transaction of transactions)
    for (const [index, [, read]] of COLUMNS.entries())
      lines += csvCell(read(transaction)) + (index === COLUMNS.length - 1 ? '\r\n' : ',');
  return lines;
}
