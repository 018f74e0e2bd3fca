import { route } from '#lib/api/route.ts';
import { acknowledgeOperation } from '#lib/operations/server/acknowledge.ts';

export const POST = route('POST /operations/{id}/acknowledge', ({ ctx, params }) =>
  acknowledgeOperation({ ctx, id: params.id }),
);
