import { route } from '#lib/api/route.ts';
import { previewDefense } from '#lib/disputes/server/preview-defense.ts';

export const GET = route('GET /disputes/{id}/draft/preview', ({ ctx, params: { id } }) =>
  previewDefense({ ctx, id }),
);
