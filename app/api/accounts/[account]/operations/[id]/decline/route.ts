import { route } from '#lib/api/route.ts';
import { declineOperation } from '#lib/operations/server/approve.ts';

export const POST = route('POST /operations/{id}/decline', ({ ctx, params, body }) =>
  declineOperation({ ctx, id: params.id, body }),
);
