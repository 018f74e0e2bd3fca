import { route } from '#lib/api/route.ts';
import { approveOperation } from '#lib/operations/server/approve.ts';

export const POST = route('POST /operations/{id}/approve', ({ ctx, params }) =>
  approveOperation({ ctx, id: params.id }),
);
