import { route } from '#lib/api/route.ts';
import { pasteSecret } from '#lib/webhooks/server/paste-secret.ts';

export const POST = route('POST /webhooks/{id}/secret', ({ ctx, params: { id }, body: { secret } }) =>
  pasteSecret({ ctx, id, secret }),
);
