import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import { type OperationFilters, statesOf } from '#lib/operations/operations.list.ts';
import {
  approvalOptions,
  endedOperationsOptions,
  endedQuery,
  openOperationsOptions,
  openQuery,
  operationOptions,
} from '#lib/operations/queries.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import { getApproval } from '#lib/operations/server/get-approval.ts';
import { getOperation, listOperations } from '#lib/operations/server/get-operation.ts';

/** Prefetches the first view: open operations, and the newest ended ones. */
export function prefetchOperations({ ctx, filters }: { ctx: Ctx; filters: OperationFilters }) {
  const account = ctx.account.slug;
  const kinds = filters.kind ?? [];
  const states = statesOf(filters).ended;
  // A page that shows no ended operations still takes its kinds from all of them.
  const ended = { ...filters, states: states.length === 0 ? ENDED_STATES : states };
  const read = (query: object) => listOperations({ ctx, query: OperationListQuery.parse(query) });
  return dehydrateQueries(ctx, ({ one, list }) => [
    one(openOperationsOptions(account, kinds, filters), () => read(openQuery(kinds, filters))),
    list(endedOperationsOptions(account, ended), () => read(endedQuery(ended, null))),
  ]);
}

/** Prefetches one operation and the facts for deciding on it. */
export function prefetchOperation({ ctx, id }: { ctx: Ctx; id: string }) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one }) => [
    one(operationOptions(account, id), () => getOperation({ ctx, id })),
    one(approvalOptions(account, id), () => getApproval({ ctx, id })),
  ]);
}
