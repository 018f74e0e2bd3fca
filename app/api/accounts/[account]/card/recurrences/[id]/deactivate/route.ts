import { route } from '#lib/api/route.ts';
import { deactivateRecurrence } from '#lib/card/server/recurrences.ts';

export const POST = route('POST /card/recurrences/{id}/deactivate', ({ ctx, params }) =>
  deactivateRecurrence({ ctx, id: params.id }),
);
