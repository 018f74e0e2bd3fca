import { route } from '#lib/api/route.ts';
import { getOwnership, runOwnership } from '#lib/webhooks/server/ownership.ts';

export const GET = route('GET /webhooks/{id}/ownership', ({ ctx, params: { id } }) =>
  getOwnership({ ctx, id }),
);

export const POST = route('POST /webhooks/{id}/ownership', ({ ctx, params: { id } }) =>
  runOwnership({ ctx, id }),
);
