import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { toQuery } from '#lib/list/list.ts';
import { PAGE_SIZE } from '#lib/list/row-queries.ts';
import { TransactionListQuery } from '#lib/transactions/contract.ts';
import { transactionKeys, transactionRows } from '#lib/transactions/queries.ts';
import { toRowPage } from '#lib/transactions/rows.ts';
import { getTimeline } from '#lib/transactions/server/get-timeline.ts';
import { getTransaction } from '#lib/transactions/server/get-transaction.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';
import { getStoredFilter } from '#lib/transactions/server/stored-filters.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

/** The table's first page, the words behind a stored filter, and the transaction that the address opens. */
export async function prefetchTransactions({
  ctx,
  filters,
  open,
}: {
  ctx: Ctx;
  filters: TransactionFilters;
  open: string | null;
}): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  const { f } = filters;
  await inTime([
    client.prefetchInfiniteQuery({
      ...transactionRows.rows(account, filters),
      queryFn: async () => {
        const query = TransactionListQuery.parse({ ...toQuery(filters), limit: PAGE_SIZE });
        return toRowPage(await listTransactions({ ctx, query }));
      },
    }),
    f !== null &&
      client.prefetchQuery({
        queryKey: transactionKeys.filter(account, f),
        queryFn: () => getStoredFilter({ ctx, id: f }),
        retry: false,
      }),
    open !== null && readDetail(client, ctx, open),
  ]);
  return pageState(client, ctx);
}

/** One transaction and its timeline, for its own page. */
export async function prefetchTransaction({ ctx, id }: { ctx: Ctx; id: string }): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([readDetail(client, ctx, id)]);
  return pageState(client, ctx);
}

/** A reading that fails is left to the page, which words the fault. */
function readDetail(client: QueryClient, ctx: Ctx, id: string): Promise<unknown> {
  const account = ctx.account.slug;
  return Promise.all([
    client.prefetchQuery({
      queryKey: transactionKeys.detail(account, id),
      queryFn: () => getTransaction({ ctx, id }),
      retry: false,
    }),
    client.prefetchQuery({
      queryKey: transactionKeys.timeline(account, id),
      queryFn: () => getTimeline({ ctx, id }),
      retry: false,
    }),
  ]);
}
