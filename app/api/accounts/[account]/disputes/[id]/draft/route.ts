import { route } from '#lib/api/route.ts';
import { getDraft } from '#lib/disputes/server/get-draft.ts';
import { saveDraft } from '#lib/disputes/server/save-draft.ts';

export const GET = route('GET /disputes/{id}/draft', ({ ctx, params: { id } }) => getDraft({ ctx, id }));

export const PUT = route('PUT /disputes/{id}/draft', ({ ctx, params: { id }, body }) =>
  saveDraft({ ctx, id, body }),
);
