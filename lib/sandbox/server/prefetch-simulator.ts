import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { simulatorKeys } from '#lib/sandbox/queries.ts';
import { getSimulator } from '#lib/sandbox/server/get-simulator.ts';

/** The simulator's state for the page's first paint; where it does not answer, the page says so. */
export const prefetchSimulator = ({ ctx }: { ctx: Ctx }) =>
  dehydrateQueries(ctx, async ({ one }) => [
    await one(simulatorKeys.state(ctx.account.slug), () => getSimulator({ ctx })),
  ]);
