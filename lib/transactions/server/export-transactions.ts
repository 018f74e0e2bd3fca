import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { maskDocument, maskPerson } from '#lib/mask-forms.ts';
import { maskTransaction } from '#lib/mask-transaction.ts';
import type { Page, TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { TransactionQuery } from '#lib/transactions/contract.ts';
import { readFilter } from '#lib/transactions/server/read-filter.ts';
import { csvHead, csvLines } from '#lib/transactions/server/transaction-csv.ts';
import { explainDocument, transactionsOf } from '#lib/transactions/server/transactions-of.ts';

const PAGE = 1000;

/**
 * All transactions of a filter as CSV, as fast as it is taken: one page is written while the next is read, no more
 * is held. A fault of the first page is a problem; a later one breaks the connection, so that a short file never
 * looks whole. In clear only with `reveal`; in the audit before the first row leaves.
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
  const lines = (page: Page<Transaction>) =>
    csvLines(inClear ? page.items : page.items.map((item) => maskTransaction(item, { names: false })));
  const name = `transactions-${ctx.account.slug}-${saoPauloDay(Date.now())}.csv`;
  return new Response(
    streamOf(first, read, lines, () => stop.abort()),
    {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    },
  );
}

function streamOf(
  first: Page<Transaction>,
  read: (position: unknown) => Promise<Page<Transaction>>,
  lines: (page: Page<Transaction>) => string,
  stop: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let head = csvHead();
  let coming: Promise<Page<Transaction>> | null = Promise.resolve(first);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (coming === null) return controller.close();
        const page = await coming;
        coming = page.next === null ? null : read(page.next);
        // A fault is met at the next pull; until then nobody waits for it.
        coming?.catch(() => undefined);
        // Its request leaves before this page takes the processor: the provider works meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(encoder.encode(head + lines(page)));
        head = '';
        if (coming === null) controller.close();
      },
      cancel: stop,
    },
    { highWaterMark: 1 },
  );
}

/** The filter without personal data in clear. */
function auditable({ document, name, ...rest }: TransactionFilter): Record<string, unknown> {
  return {
    ...rest,
    ...(document === undefined ? {} : { document: maskDocument(document) }),
    ...(name === undefined ? {} : { name: maskPerson(name) }),
  };
}
