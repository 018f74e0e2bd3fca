import 'server-only';
import { CSV_BOM, type CsvValue, csvRow } from '#lib/csv.ts';
import { withOffset } from '#lib/dates.ts';
import { centsToDecimal } from '#lib/money.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';

type Column = readonly [name: string, read: (line: StatementLine) => CsvValue];

const instant = (text: string | null) => (text === null ? null : withOffset(text));

/** Cents as decimal text; with the provider's own digits where it gave more than two. */
function amount(cents: number | null, exact?: string): CsvValue {
  if (cents === null) return null;
  return { number: exact !== undefined && /^-?\d+\.\d+$/.test(exact) ? exact : centsToDecimal(cents) };
}

const COLUMNS: readonly Column[] = [
  ['id', (line) => line.id],
  ['createdAt', (line) => instant(line.createdAt)],
  ['postedAt', (line) => instant(line.postedAt)],
  ['type', (line) => line.type],
  ['description', (line) => line.description],
  ['amount', (line) => amount(line.amount, line.amountExact)],
  ['gross', (line) => amount(line.gross)],
  ['fee', (line) => amount(line.fee)],
  ['balanceBefore', (line) => amount(line.balanceBefore)],
  ['balanceAfter', (line) => amount(line.balanceAfter)],
  ['balanceType', (line) => line.balanceType],
  ['status', (line) => line.status],
  ['statusReason', (line) => line.statusReason],
  ['transactionId', (line) => line.transactionId],
  ['disputeId', (line) => line.disputeId],
  ['counterpartyName', (line) => line.counterparty.name],
  ['counterpartyDocument', (line) => line.counterparty.document],
  ['counterpartyPixKey', (line) => line.counterparty.pixKey],
];

export const csvHead = () => CSV_BOM + csvRow(COLUMNS.map(([name]) => name));

export const csvLines = (lines: readonly StatementLine[]) =>
  lines.map((line) => csvRow(COLUMNS.map(([, read]) => read(line)))).join('');
