import 'server-only';
import { amount, instant, type Said, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { sentenceAt, statusWord, wordsAt } from '#lib/list/server/words.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { movedAvailable, typeReading } from '#lib/statement/readings.ts';

const types = wordsAt('line-words.types', (type) => `${type}.name`);
const readings = wordsAt('line-words.reading.types');
const beside = sentenceAt('line-words.reading.beside');
const statuses = wordsAt('line-words.status');
const balances = wordsAt('statement.balanceType');

const lineStatus: Said<StatementLine> = (status, locale) => {
  const said = statuses(status, locale);
  return said === status ? statusWord(status, locale) : said;
};

/** A type that the product does not know stands beside what it is taken for. */
const typeWord: Said<StatementLine> = (type, locale) => {
  const said = types(type, locale);
  const reading = type === null || said !== type ? null : readings(typeReading(type), locale);
  return type === null || reading === null ? said : beside(locale, { word: type, reading });
};
const balanceWord: Said<StatementLine> = (type, locale, line) =>
  type === null ? null : balances(movedAvailable(line) ? 'available' : 'blocked', locale);

export const statementTable = csvTable<StatementLine>([
  text('id', (line) => line.id),
  instant('createdAt', (line) => line.createdAt),
  instant('postedAt', (line) => line.postedAt),
  word('type', (line) => line.type, typeWord),
  text('description', (line) => line.description),
  amount(
    'amount',
    (line) => line.amount,
    (line) => line.amountExact,
  ),
  amount('gross', (line) => line.gross),
  amount('fee', (line) => line.fee),
  amount('balanceBefore', (line) => line.balanceBefore),
  amount('balanceAfter', (line) => line.balanceAfter),
  word('balanceType', (line) => line.balanceType, balanceWord),
  word('status', (line) => line.status, lineStatus),
  text('statusReason', (line) => line.statusReason),
  text('transactionId', (line) => line.transactionId),
  text('disputeId', (line) => line.disputeId),
  text('counterpartyName', (line) => line.counterparty.name),
  text('counterpartyDocument', (line) => line.counterparty.document),
  text('counterpartyPixKey', (line) => line.counterparty.pixKey),
]);
