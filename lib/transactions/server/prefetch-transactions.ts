import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries, type Reads } from '#lib/api/prefetch-queries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { PAGE_SIZE } from '#lib/list/row-queries.ts';
import { TransactionListQuery } from '#lib/transactions/contract.ts';
import { transactionKeys, transactionRows } from '#lib/transactions/queries.ts';
import { toRowPage } from '#lib/transactions/rows.ts';
import { getTimeline, getTransaction } from '#lib/transactions/server/get-timeline.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';
import { getStoredFilter } from '#lib/transactions/server/stored-filters.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

type PageParams = { ctx: Ctx; filters: TransactionFilters; open: string | null };

/**
 * Prefetches the table's first page, the values of its stored filter, and the transaction that the address
 * opens.
 */
export function prefetchTransactions({ ctx, filters, open }: PageParams) {
  const account = ctx.account.slug;
  const { f: id } = filters;
  return dehydrateQueries(ctx, (read) => [
    read.list(transactionRows.rows(account, filters), async () => {
      const query = TransactionListQuery.parse({ ...toQuery(filters), limit: PAGE_SIZE });
      return toRowPage(await listTransactions({ ctx, query }));
    }),
    id !== null && read.one(transactionKeys.filter(account, id), () => getStoredFilter({ ctx, id })),
    ...(open === null ? [] : detail(read, ctx, open)),
  ]);
}

/** Prefetches one transaction and its timeline, for its own page. */
export const prefetchTransaction = ({ ctx, id }: { ctx: Ctx; id: string }) =>
  dehydrateQueries(ctx, (read) => detail(read, ctx, id));

const detail = ({ one }: Reads, ctx: Ctx, id: string) => [
  one(transactionKeys.detail(ctx.account.slug, id), () => getTransaction({ ctx, id })),
  one(transactionKeys.timeline(ctx.account.slug, id), () => getTimeline({ ctx, id })),
];
