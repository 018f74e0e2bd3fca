import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { policyKeys } from '#lib/policies/queries.ts';
import { limitsToday, showPolicies } from '#lib/policies/server/policies.ts';

/** Reads the policies for the page's first paint. `today` also reads today's use of the limits. */
export const prefetchPolicies = ({ ctx, today = false }: { ctx: OperatorCtx; today?: boolean }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(policyKeys.all(), () => showPolicies({ ctx })),
    today && one(policyKeys.today(), limitsToday),
  ]);
