import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { PendingDepositQuery, StatementListQuery } from '#lib/statement/contract.ts';
import {
  depositsOptions,
  linesOptions,
  pageQuery,
  statementFilterOptions,
  statementKeys,
} from '#lib/statement/queries.ts';
import { getPendingDeposit, listPendingDeposits } from '#lib/statement/server/list-pending-deposits.ts';
import { getStoredFilter, listStatement } from '#lib/statement/server/list-statement.ts';
import type { DepositFilters, StatementFilters } from '#lib/statement/statement.list.ts';

/** Prefetches the statement's first page and the values of its stored filter. */
export function prefetchStatement(ctx: Ctx, filters: StatementFilters) {
  const account = ctx.account.slug;
  const { f: id } = filters;
  return dehydrateQueries(ctx, ({ one, list }) => [
    list(linesOptions(account, filters), () =>
      listStatement({ ctx, query: StatementListQuery.parse(pageQuery(filters, null)) }),
    ),
    id !== null && one(statementFilterOptions(account, id), () => getStoredFilter({ ctx, id })),
  ]);
}

/** Prefetches the pending deposits, the stored filter's values, and the deposit that the address opens. */
export function prefetchDeposits(ctx: Ctx, filters: DepositFilters, open: string | null) {
  const account = ctx.account.slug;
  const { f: id } = filters;
  return dehydrateQueries(ctx, ({ one, list }) => [
    list(depositsOptions(account, filters), () =>
      listPendingDeposits({ ctx, query: PendingDepositQuery.parse(pageQuery(filters, null)) }),
    ),
    id !== null && one(statementFilterOptions(account, id), () => getStoredFilter({ ctx, id })),
    open !== null && one(statementKeys.deposit(account, open), () => getPendingDeposit({ ctx, id: open })),
  ]);
}
