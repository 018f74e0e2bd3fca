import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { callbackSecretOptions, webhooksOptions } from '#lib/webhooks/queries.ts';
import { listWebhooks, type WeekOf } from '#lib/webhooks/server/list-webhooks.ts';
import { getCallbackSecret } from '#lib/webhooks/server/rotate-secret.ts';

type Input = { ctx: Ctx; weekOf?: WeekOf };

/** The webhook list, for pages that show its addresses. */
export const prefetchRegistry = (input: Input) =>
  dehydrateQueries(input.ctx, ({ one }) => [
    one(webhooksOptions(input.ctx.account.slug), () => listWebhooks(input)),
  ]);

/** The webhook list and the account's secret, for the page's first paint. */
export function prefetchWebhooks({ ctx, weekOf }: Input) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one }) => [
    one(webhooksOptions(account), () => listWebhooks({ ctx, ...(weekOf ? { weekOf } : {}) })),
    one(callbackSecretOptions(account), () => getCallbackSecret({ ctx })),
  ]);
}
