import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import {
  amount,
  instant,
  type Said,
  sentenceAt,
  statusWord,
  text,
  word,
  wordsAt,
} from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, splitExportQuery } from '#lib/list/server/export-list.ts';
import { formatOf } from '#lib/list/server/list-file.ts';
import { StatementLine } from '#lib/providers/money-records.ts';
import { StatementQuery } from '#lib/statement/contract.ts';
import { movedAvailable, typeReading } from '#lib/statement/readings.ts';
import { namedLines, readFilter, windowOf } from '#lib/statement/server/list-statement.ts';

/** Maximum page size of document 1 and of the Hub. */
const PAGE = 100;
const Lines = z.array(StatementLine);

const types = wordsAt('line-words.types', (type) => `${type}.name`);

const readings = wordsAt('line-words.reading.types');

const withReading = sentenceAt('line-words.reading.beside');

const statuses = wordsAt('line-words.status');

const balances = wordsAt('statement.balanceType');

const lineStatus: Said<StatementLine> = (status, locale) => {
  const label = statuses(status, locale);
  return label === status ? statusWord(status, locale) : label;
};

/** Shows an unknown type together with its guessed meaning. */
const typeWord: Said<StatementLine> = (type, locale) => {
  const label = types(type, locale);
  const reading = type === null || label !== type ? null : readings(typeReading(type), locale);
  return type === null || reading === null ? label : withReading(locale, { word: type, reading });
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

/** Exports all lines of a filter, or the chosen ones, as a file (`exportList`). */
export async function exportStatement(ctx: Ctx, call: StatementQuery & ExportHow): Promise<Response> {
  const { how, filter: query } = splitExportQuery(call);
  const statement = ctx.part('statement');
  const asked = await readFilter(ctx, statement.filters, query);
  const filter = { ...asked, ...windowOf(query) };
  const forPeople = formatOf(how, ctx.locale) !== 'machine';
  return exportList({
    ctx,
    name: 'statement',
    how,
    table: statementTable,
    read: async (position, call) => {
      const page = await statement.list(filter, { limit: PAGE, position }, call);
      return forPeople ? { ...page, items: await namedLines(ctx, page.items, call) } : page;
    },
    rows: Lines,
    query: StatementQuery,
    filter,
    filtered: isFiltered({ ...asked, from: query.from, to: query.to }),
  });
}
