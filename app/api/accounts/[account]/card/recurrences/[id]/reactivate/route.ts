import { route } from '#lib/api/route.ts';
import { reactivateRecurrence } from '#lib/card/server/recurrences.ts';

export const POST = route('POST /card/recurrences/{id}/reactivate', ({ ctx, params }) =>
  reactivateRecurrence({ ctx, id: params.id }),
);
