import 'server-only';
import { csvAmount, csvInstant, csvTable } from '#lib/list/server/csv-table.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';

export const statementTable = csvTable<StatementLine>([
  ['id', (line) => line.id],
  ['createdAt', (line) => csvInstant(line.createdAt)],
  ['postedAt', (line) => csvInstant(line.postedAt)],
  ['type', (line) => line.type],
  ['description', (line) => line.description],
  ['amount', (line) => csvAmount(line.amount, line.amountExact)],
  ['gross', (line) => csvAmount(line.gross)],
  ['fee', (line) => csvAmount(line.fee)],
  ['balanceBefore', (line) => csvAmount(line.balanceBefore)],
  ['balanceAfter', (line) => csvAmount(line.balanceAfter)],
  ['balanceType', (line) => line.balanceType],
  ['status', (line) => line.status],
  ['statusReason', (line) => line.statusReason],
  ['transactionId', (line) => line.transactionId],
  ['disputeId', (line) => line.disputeId],
  ['counterpartyName', (line) => line.counterparty.name],
  ['counterpartyDocument', (line) => line.counterparty.document],
  ['counterpartyPixKey', (line) => line.counterparty.pixKey],
]);
