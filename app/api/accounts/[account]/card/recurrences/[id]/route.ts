import { route } from '#lib/api/route.ts';
import { getRecurrence } from '#lib/card/server/recurrences.ts';

export const GET = route('GET /card/recurrences/{id}', ({ ctx, params }) =>
  getRecurrence({ ctx, id: params.id }),
);
