import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { teamKeys } from '#lib/team/queries.ts';
import { listTeam } from '#lib/team/server/list-team.ts';

/** The team, for the page's first paint. */
export async function prefetchTeam({ ctx }: { ctx: OperatorCtx }): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([client.prefetchQuery({ queryKey: teamKeys.all(), queryFn: listTeam, retry: false })]);
  return pageState(client, ctx);
}
