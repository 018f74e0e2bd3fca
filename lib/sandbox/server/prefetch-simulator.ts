import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { simulatorKeys } from '#lib/sandbox/queries.ts';
import { getSimulator } from '#lib/sandbox/server/get-simulator.ts';

/** The simulator's state for the first paint. When it does not answer, the page shows the error. */
export const prefetchSimulator = ({ ctx }: { ctx: Ctx }) =>
  dehydrateQueries(ctx, async ({ one }) => [
    await one(simulatorKeys.state(ctx.account.slug), () => getSimulator({ ctx })),
  ]);
