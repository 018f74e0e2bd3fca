import { route } from '#lib/api/route.ts';
import { testWebhook } from '#lib/webhooks/server/test-webhook.ts';

export const POST = route('POST /webhooks/{id}/test', ({ ctx, params: { id }, body: { signWith } }) =>
  testWebhook({ ctx, id, signWith }),
);
