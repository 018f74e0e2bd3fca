import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { IncidentList } from '#lib/deliveries/contract.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { lookedAt } from '#lib/deliveries/server/get-index-reach.ts';
import { wantIndex } from '#lib/deliveries/server/index-state.ts';

/** Receivers with open failures, those that take nothing now first. Looking keeps the index current. */
export async function listIncidents({ ctx }: { ctx: Ctx }): Promise<IncidentList> {
  ctx.part('deliveries');
  await lookedAt(ctx.account);
  return presentIncidents(ctx);
}

/** The same without waiting for a provider: undefined where the index was not read to its end once. */
export async function listKnownIncidents({ ctx }: { ctx: Ctx }): Promise<IncidentList | undefined> {
  ctx.part('deliveries');
  const { completeAt } = await wantIndex(ctx.account.id);
  return completeAt === null ? undefined : presentIncidents(ctx);
}

const presentIncidents = async (ctx: Ctx) => present(ctx, IncidentList, await getIncidents(ctx.account.id));
