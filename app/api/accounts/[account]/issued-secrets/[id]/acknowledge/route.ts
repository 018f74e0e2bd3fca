import { route } from '#lib/api/route.ts';
import { acknowledgeSecret } from '#lib/webhooks/server/show-secret.ts';

export const POST = route('POST /issued-secrets/{id}/acknowledge', ({ ctx, params: { id } }) =>
  acknowledgeSecret({ ctx, id }),
);
