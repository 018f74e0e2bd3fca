import { route } from '#lib/api/route.ts';
import { showSecret } from '#lib/webhooks/server/show-secret.ts';

export const POST = route('POST /issued-secrets/{id}/show', ({ ctx, params: { id } }) =>
  showSecret({ ctx, id }),
);
