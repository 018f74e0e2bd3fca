import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { transactionColumns, WrittenTransaction } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { readWithSpellings } from '#lib/list/server/ranges.ts';
import { confirmFromList } from '#lib/operations/server/late-confirmation.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import {
  type TransactionExportQuery,
  TransactionList,
  TransactionQuery,
} from '#lib/transactions/contract.ts';
import { storedFilter } from '#lib/transactions/server/stored-filters.ts';

/**
 * Builds the port's filter: São Paulo days (inclusive) become instants (`to` exclusive), and a stored
 * filter's document and name replace its id. Throws GuicheError `invalid_request` with the field.
 */
async function readFilter(ctx: Ctx, query: TransactionQuery): Promise<TransactionFilter> {
  const { f, from, to, ...rest } = query;
  const window = instantsOf({ from, to });
  const { document, name, clientReference, virtualAccount } = rest;
  await requireRevealFor(ctx, { document, name }, { clientReference, virtualAccount });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  return { ...rest, ...stored, ...window };
}

/** Document 1 filters documents by digits only: adds the field to a 400 for a document with letters. */
function explainDocument(error: unknown, { document }: TransactionFilter): unknown {
  if (!(error instanceof GuicheError) || error.details.provider?.status !== 400) return error;
  if (document === undefined || !/\p{L}/u.test(document)) return error;
  const { details } = error;
  const fields = [...(details.fields ?? []), { field: 'document', message: 'digits_only' }];
  return new GuicheError(error.code, error.message, { ...details, status: error.status, fields });
}

/**
 * Document 1, GET /user/transactions: one page, newest first, personal data masked (names only for roles
 * without `reveal`). The cursor is bound to this account and these filters; `total` comes from the first
 * page.
 */
export async function listTransactions({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /transactions'>): Promise<TransactionList> {
  const transactions = ctx.part('transactions');
  const filter = await readFilter(ctx, query);
  const scope = listScope('GET /transactions', ctx.account.id, filter);
  const page = await servePage(scope, { limit, cursor }, (request) =>
    readWithSpellings(filter, (spelled) => transactions.list(spelled, request, ctx.call)).catch(
      (error: unknown) => {
        throw explainDocument(error, filter);
      },
    ),
  );
  confirmFromList(ctx.account.id, page.items);
  return serializeFor(ctx, TransactionList, page);
}

const EXPORT_PAGE = 1000;
const Transactions = z.array(WrittenTransaction);
const transactionTable = csvTable(transactionColumns);

/** Exports all transactions of a filter, or the chosen ones, as a file (`exportList`). */
export async function exportTransactions(
  ctx: Ctx,
  request: TransactionExportQuery & ExportHow,
): Promise<Response> {
  const { how, filter: query } = splitExportQuery(request);
  const transactions = ctx.part('transactions');
  const filter = await readFilter(ctx, query);
  return exportList({
    ctx,
    name: 'transactions',
    how,
    table: transactionTable,
    read: (position, call, onward) =>
      transactions.list(filter, { limit: EXPORT_PAGE, position, onward }, call).catch((error: unknown) => {
        throw position === null ? explainDocument(error, filter) : error;
      }),
    rows: Transactions,
    query: TransactionQuery,
    filter,
    filtered: isFiltered(filter),
  });
}
