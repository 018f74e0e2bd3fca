import { route } from '#lib/api/route.ts';
import { lookUpNow } from '#lib/operations/server/ask-again.ts';

export const POST = route('POST /operations/{id}/look-up', ({ ctx, params }) =>
  lookUpNow({ ctx, id: params.id }),
);
