import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { accountKeys } from '#lib/connections/queries.ts';
import { listConnections } from '#lib/connections/server/connections.ts';
import { listChanges } from '#lib/connections/server/rule-changes.ts';

/** Reads the accounts and the pending rule changes for the page's first paint. */
export const prefetchConnections = ({ ctx }: { ctx: OperatorCtx }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(accountKeys.list(), listConnections),
    one(accountKeys.changes(), () => listChanges({ ctx })),
  ]);
