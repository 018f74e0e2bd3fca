import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { IncidentList } from '#lib/deliveries/contract.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { lookedAt } from '#lib/deliveries/server/get-index-reach.ts';

/** Receivers with open failures, those that take nothing now first. Looking keeps the index current. */
export async function listIncidents({ ctx }: { ctx: Ctx }): Promise<IncidentList> {
  ctx.part('deliveries');
  await lookedAt(ctx.account);
  return present(ctx, IncidentList, await getIncidents(ctx.account.id));
}
