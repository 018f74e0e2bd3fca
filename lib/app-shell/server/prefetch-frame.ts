import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { listKnownIncidents } from '#lib/deliveries/server/get-incidents.ts';
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
 * Prefetches the data of the frame of every account page: a block, late confirmations and the side bar's
 * counts. All of it comes from the database, so that no page waits for a provider.
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
    // Known incidents only: a first reading calls the provider, so the browser does it.
    has('deliveries') && one(incidentsOptions(slug), () => listKnownIncidents({ ctx })),
    has('disputes') &&
      one(firstDueOptions(slug), () =>
        listKnownDisputes({ ctx, query: DisputeListQuery.parse(FIRST_DUE_QUERY) }),
      ),
  ]);
}
