import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { callbackSecretOptions, webhooksOptions } from '#lib/webhooks/queries.ts';
import { listWebhooks, type WeekOf } from '#lib/webhooks/server/list-webhooks.ts';
import { getCallbackSecret } from '#lib/webhooks/server/rotate-secret.ts';

/** The registry and the account's own secret, for the page's first paint. */
export async function prefetchWebhooks({ ctx, weekOf }: { ctx: Ctx; weekOf?: WeekOf }): Promise<PageState> {
  const client = makeQueryClient();
  const account = ctx.account.slug;
  await inTime([
    client.prefetchQuery({
      ...webhooksOptions(account),
      queryFn: () => listWebhooks({ ctx, ...(weekOf ? { weekOf } : {}) }),
    }),
    client.prefetchQuery({
      ...callbackSecretOptions(account),
      queryFn: () => getCallbackSecret({ ctx }),
    }),
  ]);
  return pageState(client, ctx);
}
