import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { listKnownIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { incidentsOptions } from '#lib/deliveries/shell-queries.ts';
import { DisputeListQuery } from '#lib/disputes/contract.ts';
import { FIRST_DUE_QUERY, firstDueOptions } from '#lib/disputes/queries.ts';
import { listKnownDisputes } from '#lib/disputes/server/list-disputes.ts';
import { unreadOptions } from '#lib/notifications/queries.ts';
import { unreadOf } from '#lib/notifications/server/list-notifications.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import {
  AWAITING_QUERY,
  awaitingOptions,
  LATE_CONFIRMATIONS_QUERY,
  lateConfirmationsOptions,
} from '#lib/operations/queries.ts';
import { listOperations } from '#lib/operations/server/get-operation.ts';
import { blockQuery } from '#lib/overview/queries.ts';
import { getBlock } from '#lib/overview/server/get-account.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';

/**
 * Prefetches what the frame of every page of the account says: a block, what happened although given up, and the
 * counts of the side bar. The database tells all of it, so that no page waits for a provider here.
 */
export async function prefetchFrame({ ctx }: { ctx: Ctx }) {
  const { slug } = ctx.account;
  const capabilities = capabilitiesOf(ctx.account);
  const operationsOf = (query: object) => listOperations({ ctx, query: OperationListQuery.parse(query) });
  const has = (name: string) => capabilities.includes(name);
  return dehydrateQueries(ctx, ({ one }) => [
    one(lateConfirmationsOptions(slug), () => operationsOf(LATE_CONFIRMATIONS_QUERY)),
    one(blockQuery(slug), () => getBlock({ ctx })),
    one(unreadOptions(slug), () => unreadOf(ctx)),
    ctx.permissions.has('approve') && one(awaitingOptions(slug), () => operationsOf(AWAITING_QUERY)),
    // A first reading waits for the provider: it is left to the browser.
    has('deliveries') && one(incidentsOptions(slug), () => listKnownIncidents({ ctx })),
    has('disputes') &&
      one(firstDueOptions(slug), () =>
        listKnownDisputes({ ctx, query: DisputeListQuery.parse(FIRST_DUE_QUERY) }),
      ),
  ]);
}
