import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { accountKeys } from '#lib/connections/queries.ts';
import { listConnections } from '#lib/connections/server/connections.ts';

/** The connections, for the page's first paint. */
export async function prefetchConnections({ ctx }: { ctx: OperatorCtx }): Promise<PageState> {
  const client = makeQueryClient();
  const query = { queryKey: accountKeys.list(), queryFn: listConnections, retry: false };
  await inTime([client.prefetchQuery(query)]);
  return pageState(client, ctx);
}
