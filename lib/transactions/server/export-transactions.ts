import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { transactionColumns, WrittenTransaction } from '#lib/list/server/transaction-columns.ts';
import { type TransactionExportQuery, TransactionQuery } from '#lib/transactions/contract.ts';
import { explainDocument } from '#lib/transactions/server/explain-document.ts';
import { readFilter } from '#lib/transactions/server/read-filter.ts';

const PAGE = 1000;
const Transactions = z.array(WrittenTransaction);
const transactionTable = csvTable(transactionColumns);
/** All transactions of a filter, or the chosen ones, as a file (`exportList`). */
export async function exportTransactions(
  ctx: Ctx,
  asked: TransactionExportQuery & ExportHow,
): Promise<Response> {
  const { how, filter: query } = howOf(asked);
  const transactions = ctx.part('transactions');
  const filter = await readFilter(ctx, query);
  return exportList({
    ctx,
    name: 'transactions',
    how,
    table: transactionTable,
    read: (position, call, onward) =>
      transactions.list(filter, { limit: PAGE, position, onward }, call).catch((error: unknown) => {
        throw position === null ? explainDocument(error, filter) : error;
      }),
    rows: Transactions,
    query: TransactionQuery,
    filter,
    filtered: isFiltered(filter),
  });
}
