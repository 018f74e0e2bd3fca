import 'server-only';
import { z } from 'zod';
import { isFiltered } from '#lib/api/csv-stream.ts';
import type { Args } from '#lib/api/serve.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { transactionColumns, WrittenTransaction } from '#lib/list/server/transaction-columns.ts';
import { TransactionQuery } from '#lib/transactions/contract.ts';
import { explainDocument } from '#lib/transactions/server/explain-document.ts';
import { readFilter } from '#lib/transactions/server/read-filter.ts';

const PAGE = 1000;
const Transactions = z.array(WrittenTransaction);
const transactionTable = csvTable(transactionColumns);
/** All transactions of a filter, or the chosen ones, as CSV (`exportList`). */
export async function exportTransactions({
  ctx,
  query: { format, ids, ...query },
}: Args<'GET /transactions.csv'>): Promise<Response> {
  const transactions = ctx.part('transactions');
  const filter = await readFilter(ctx, query);
  return exportList({
    ...{ ctx, name: 'transactions', how: { format, ids }, table: transactionTable },
    read: (position, call, onward) =>
      transactions.list(filter, { limit: PAGE, position, onward }, call).catch((error: unknown) => {
        throw position === null ? explainDocument(error, filter) : error;
      }),
    rows: Transactions,
    ...{ query: TransactionQuery, filter },
    filtered: isFiltered(filter),
  });
}
