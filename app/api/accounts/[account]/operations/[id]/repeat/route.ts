import { route } from '#lib/api/route.ts';
import { repeatOperation } from '#lib/operations/server/ask-again.ts';

export const POST = route('POST /operations/{id}/repeat', ({ ctx, params }) =>
  repeatOperation({ ctx, id: params.id }),
);
