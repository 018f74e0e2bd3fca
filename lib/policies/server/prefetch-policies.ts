import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { policyKeys } from '#lib/policies/queries.ts';
import { limitsToday } from '#lib/policies/server/limits-today.ts';
import { showPolicies } from '#lib/policies/server/policies.ts';

/** The policies, for the page's first paint; `today`: with what was asked of the limits today. */
export async function prefetchPolicies({
  ctx,
  today,
}: {
  ctx: OperatorCtx;
  today?: true;
}): Promise<PageState> {
  const client = makeQueryClient();
  const read = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    client.prefetchQuery({ queryKey, queryFn, retry: false });
  await inTime([
    read(policyKeys.all(), () => showPolicies({ ctx })),
    ...(today ? [read(policyKeys.today(), limitsToday)] : []),
  ]);
  return pageState(client, ctx);
}
