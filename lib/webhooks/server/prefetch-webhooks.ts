import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { callbackSecretOptions, webhooksOptions } from '#lib/webhooks/queries.ts';
import { listWebhooks, type WeekOf } from '#lib/webhooks/server/list-webhooks.ts';
import { getCallbackSecret } from '#lib/webhooks/server/rotate-secret.ts';

type Asked = { ctx: Ctx; weekOf?: WeekOf };

/** The registry, for pages that show its addresses. */
export const prefetchRegistry = (asked: Asked) =>
  dehydrateQueries(asked.ctx, ({ one }) => [
    one(webhooksOptions(asked.ctx.account.slug), () => listWebhooks(asked)),
  ]);

/** The registry and the account's own secret, for the page's first paint. */
export function prefetchWebhooks({ ctx, weekOf }: Asked) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one }) => [
    one(webhooksOptions(account), () => listWebhooks({ ctx, ...(weekOf ? { weekOf } : {}) })),
    one(callbackSecretOptions(account), () => getCallbackSecret({ ctx })),
  ]);
}
