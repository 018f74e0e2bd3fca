import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { answeredBy, type Reads } from '#lib/api/prefetch-queries.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { listKnownIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { DisputeListQuery } from '#lib/disputes/contract.ts';
import { FIRST_DUE_QUERY, firstDueOptions } from '#lib/disputes/queries.ts';
import { listKnownDisputes } from '#lib/disputes/server/list-disputes.ts';
import { unreadOptions } from '#lib/notifications/queries.ts';
import { unreadOf } from '#lib/notifications/server/list-notifications.ts';
import { awaitingOptions, lateConfirmationsOptions } from '#lib/operations/queries.ts';
import { blockQuery } from '#lib/overview/queries.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';

/**
 * The frame of every account page: a block, late confirmations and the side bar's counts. All of it comes
 * from the database, so that no page waits for a provider.
 */
export function frameReads(ctx: Ctx): Reads {
  const { slug } = ctx.account;
  const capabilities = capabilitiesOf(ctx.account);
  return [
    lateConfirmationsOptions(slug),
    blockQuery(slug),
    answeredBy(unreadOptions(slug), () => unreadOf(ctx)),
    ctx.permissions.has('approve') && awaitingOptions(slug),
    // Known incidents only: a first reading calls the provider, so the browser does it.
    capabilities.includes('deliveries') &&
      answeredBy(incidentsOptions(slug), () => listKnownIncidents({ ctx })),
    capabilities.includes('disputes') &&
      answeredBy(firstDueOptions(slug), () =>
        listKnownDisputes({ ctx, query: DisputeListQuery.parse(FIRST_DUE_QUERY) }),
      ),
  ];
}
