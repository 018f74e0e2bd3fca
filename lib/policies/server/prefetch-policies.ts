import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { firstPaint } from '#lib/api/page-state.ts';
import { policyKeys } from '#lib/policies/queries.ts';
import { showPolicies } from '#lib/policies/server/policies.ts';

/** The policies, for the page's first paint. */
export const prefetchPolicies = ({ ctx }: { ctx: OperatorCtx }) =>
  firstPaint(ctx, ({ one }) => [one(policyKeys.all(), () => showPolicies({ ctx }))]);
