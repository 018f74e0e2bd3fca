import 'server-only';
import { CSV_BOM, type CsvValue, csvCell, csvRow } from '#lib/csv.ts';
import { withOffset } from '#lib/dates.ts';
import { centsToDecimal } from '#lib/money.ts';
import type { Transaction } from '#lib/providers/records.ts';

type Column = readonly [name: string, read: (transaction: Transaction) => CsvValue];

const CANONICAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
type Hour = { begin: string; offset: string };
/** An hour of UTC as São Paulo writes it: all its instants begin and end alike. Null where minutes differ too. */
const hours = new Map<string, Hour | null>();
const MOST_HOURS = 20_000;

function instant(text: string | null): string | null {
  if (text === null) return null;
  const hour = CANONICAL.test(text) ? hourOf(text.slice(0, 13)) : null;
  if (hour === null) return withOffset(text);
  const end = text.endsWith('.000Z') ? 19 : 23;
  return hour.begin + text.slice(13, end) + hour.offset;
}

function hourOf(utc: string): Hour | null {
  const known = hours.get(utc);
  if (known !== undefined) return known;
  const [, begin, offset] = /^(.{13}):00:00([+-]\d\d:00)$/.exec(withOffset(`${utc}:00:00.000Z`)) ?? [];
  const made = begin === undefined || offset === undefined ? null : { begin, offset };
  if (hours.size >= MOST_HOURS) hours.clear();
  hours.set(utc, made);
  return made;
}

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

const READERS = COLUMNS.map(([, read]) => read);

export function csvLines(transactions: readonly Transaction[]): string {
  let lines = '';
  for (const transaction of transactions) {
    let line = '';
    // Written cell by cell: an export makes millions of them.
    for (const read of READERS) line += `${csvCell(read(transaction))},`;
    lines += `${line.slice(0, -1)}\r\n`;
  }
  return lines;
}
