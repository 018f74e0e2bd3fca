import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { csvResponse, csvStream } from '#lib/api/csv-stream.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { maskDocument, maskPerson } from '#lib/mask-forms.ts';
import { maskTransaction } from '#lib/mask-transaction.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { TransactionQuery } from '#lib/transactions/contract.ts';
import { readFilter } from '#lib/transactions/server/read-filter.ts';
import { csvHead, csvLines } from '#lib/transactions/server/transaction-csv.ts';
import { explainDocument, transactionsOf } from '#lib/transactions/server/transactions-of.ts';

const PAGE = 1000;

/**
 * All transactions of a filter as CSV (`csvStream`). A fault of the first page is a problem; a later one breaks the
 * connection. In clear only with `reveal`; in the audit before the first row leaves.
 */
export async function exportTransactions({
  ctx,
  query,
}: {
  ctx: Ctx;
  query: TransactionQuery;
}): Promise<Response> {
  const transactions = transactionsOf(ctx);
  const filter = await readFilter(ctx, query);
  const stop = new AbortController();
  const signal = ctx.signal === undefined ? stop.signal : AbortSignal.any([ctx.signal, stop.signal]);
  const read = (position: unknown) =>
    // Bulk reading leaves most of the account's budget to the pages.
    transactions.list(
      filter,
      { limit: PAGE, position },
      { priority: 'background', purpose: 'export', signal },
    );
  const first = await read(null).catch((error: unknown) => {
    throw explainDocument(error, filter);
  });
  const inClear = ctx.permissions.has('reveal');
  await ctx.audit({
    action: 'transactions.export',
    after: { filter: auditable(filter), count: first.total, inClear },
  });
  const stream = csvStream({
    first,
    read,
    head: csvHead(),
    lines: (items: Transaction[]) =>
      csvLines(inClear ? items : items.map((item) => maskTransaction(item, { names: false }))),
    stop: () => stop.abort(),
  });
  return csvResponse(stream, `transactions-${ctx.account.slug}-${saoPauloDay(Date.now())}`);
}

/** The filter without personal data in clear. */
function auditable({ document, name, ...rest }: TransactionFilter): Record<string, unknown> {
  return {
    ...rest,
    ...(document === undefined ? {} : { document: maskDocument(document) }),
    ...(name === undefined ? {} : { name: maskPerson(name) }),
  };
}
