import { route } from '#lib/api/route.ts';
import { rotateSecret } from '#lib/webhooks/server/rotate-secret.ts';

export const POST = route('POST /webhooks/{id}/rotate-secret', ({ ctx, params: { id } }) =>
  rotateSecret({ ctx, id }),
);
