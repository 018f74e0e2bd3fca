import { route } from '#lib/api/route.ts';
import { getDispute } from '#lib/disputes/server/get-dispute.ts';

export const GET = route('GET /disputes/{id}', ({ ctx, params: { id }, query: { reveal } }) =>
  getDispute({ ctx, id, reveal: reveal === '1' }),
);
