import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { simulatorKeys } from '#lib/simulator/queries.ts';
import { getSimulator } from '#lib/simulator/server/get-simulator.ts';

/** The simulator's state for the page's first paint; where it does not answer, the page says so. */
export async function prefetchSimulator({ ctx }: { ctx: Ctx }): Promise<PageState> {
  const client = makeQueryClient();
  const queryKey = simulatorKeys.state(ctx.account.slug);
  await client.prefetchQuery({ queryKey, queryFn: () => getSimulator({ ctx }), retry: false });
  return pageState(client, ctx);
}
