import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { accountKeys } from '#lib/connections/queries.ts';
import { listConnections } from '#lib/connections/server/connections.ts';
import { listChanges } from '#lib/connections/server/rule-changes.ts';

/** The connections, and the weaker rules that wait, for the page's first paint. */
export async function prefetchConnections({ ctx }: { ctx: OperatorCtx }): Promise<PageState> {
  const client = makeQueryClient();
  const list = { queryKey: accountKeys.list(), queryFn: listConnections, retry: false };
  const changes = { queryKey: accountKeys.changes(), queryFn: () => listChanges({ ctx }), retry: false };
  await inTime([client.prefetchQuery(list), client.prefetchQuery(changes)]);
  return pageState(client, ctx);
}
