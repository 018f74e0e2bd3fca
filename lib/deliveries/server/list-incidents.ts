import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Incident } from '#lib/deliveries/contract.ts';
import { deliveriesOf } from '#lib/deliveries/server/deliveries-of.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { lookedAt } from '#lib/deliveries/server/get-index-reach.ts';

/** Receivers that take nothing now. Looking keeps the index current. */
export async function listIncidents({ ctx }: { ctx: Ctx }): Promise<{ items: Incident[] }> {
  deliveriesOf(ctx.port);
  await lookedAt(ctx.account);
  return { items: await getIncidents(ctx.account.id) };
}
