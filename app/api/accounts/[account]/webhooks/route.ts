import { route } from '#lib/api/route.ts';
import { getWebhookWeek } from '#lib/deliveries/server/get-webhook-week.ts';
import { listWebhooks } from '#lib/webhooks/server/list-webhooks.ts';
import { registerWebhook } from '#lib/webhooks/server/register-webhook.ts';

export const GET = route('GET /webhooks', ({ ctx }) => listWebhooks({ ctx, weekOf: getWebhookWeek }));

export const POST = route('POST /webhooks', ({ ctx, body }) => registerWebhook({ ctx, body }));
