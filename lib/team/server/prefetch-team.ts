import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { teamKeys } from '#lib/team/queries.ts';
import { listTeam } from '#lib/team/server/team.ts';

/** Reads the team for the page's first paint. */
export const prefetchTeam = ({ ctx }: { ctx: OperatorCtx }) =>
  dehydrateQueries(ctx, ({ one }) => [one(teamKeys.all(), listTeam)]);
