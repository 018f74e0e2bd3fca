import { route } from '#lib/api/route.ts';
import { getTimeline } from '#lib/transactions/server/get-timeline.ts';

export const GET = route('GET /transactions/{id}/timeline', ({ ctx, params: { id } }) =>
  getTimeline({ ctx, id }),
);
