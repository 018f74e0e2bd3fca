import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { policyKeys } from '#lib/policies/queries.ts';
import { showPolicies } from '#lib/policies/server/policies.ts';

/** The policies, for the page's first paint. */
export async function prefetchPolicies({ ctx }: { ctx: OperatorCtx }): Promise<PageState> {
  const client = makeQueryClient();
  const query = { queryKey: policyKeys.all(), queryFn: () => showPolicies({ ctx }), retry: false };
  await inTime([client.prefetchQuery(query)]);
  return pageState(client, ctx);
}
