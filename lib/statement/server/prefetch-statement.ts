import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { PendingDepositQuery, StatementListQuery } from '#lib/statement/contract.ts';
import { depositsOptions, linesOptions, pageQuery, statementKeys } from '#lib/statement/queries.ts';
import { getPendingDeposit } from '#lib/statement/server/get-pending-deposit.ts';
import { listPendingDeposits } from '#lib/statement/server/list-pending-deposits.ts';
import { listStatement } from '#lib/statement/server/list-statement.ts';
import { getStoredFilter } from '#lib/statement/server/stored-filters.ts';
import type { DepositFilters, StatementFilters } from '#lib/statement/statement.list.ts';

/** The statement's first page and the words behind its stored filter. */
export async function prefetchStatement(ctx: Ctx, filters: StatementFilters): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  await inTime([
    client.prefetchInfiniteQuery({
      ...linesOptions(account, filters),
      queryFn: () => listStatement({ ctx, query: StatementListQuery.parse(pageQuery(filters, null)) }),
    }),
    words(client, ctx, filters.f),
  ]);
  return pageState(client, ctx);
}

/** The same for the deposits that wait, and the one that the address opens. */
export async function prefetchDeposits(
  ctx: Ctx,
  filters: DepositFilters,
  open: string | null,
): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  await inTime([
    client.prefetchInfiniteQuery({
      ...depositsOptions(account, filters),
      queryFn: () => listPendingDeposits({ ctx, query: PendingDepositQuery.parse(pageQuery(filters, null)) }),
    }),
    words(client, ctx, filters.f),
    open !== null &&
      client.prefetchQuery({
        queryKey: statementKeys.deposit(account, open),
        queryFn: () => getPendingDeposit({ ctx, id: open }),
        retry: false,
      }),
  ]);
  return pageState(client, ctx);
}

function words(client: ReturnType<typeof makeQueryClient>, ctx: Ctx, f: string | null) {
  if (f === null) return false;
  return client.prefetchQuery({
    queryKey: statementKeys.filter(ctx.account.slug, f),
    queryFn: () => getStoredFilter({ ctx, id: f }),
    retry: false,
  });
}
