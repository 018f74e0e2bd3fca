import { route } from '#lib/api/route.ts';
import { editWebhook, removeWebhook } from '#lib/webhooks/server/change-webhook.ts';

export const PATCH = route('PATCH /webhooks/{id}', ({ ctx, params: { id }, body }) =>
  editWebhook({ ctx, id, body }),
);

export const DELETE = route('DELETE /webhooks/{id}', ({ ctx, params: { id } }) => removeWebhook({ ctx, id }));
