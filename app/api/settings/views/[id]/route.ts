import { route } from '#lib/api/route.ts';
import { changeView } from '#lib/views/server/change-view.ts';
import { deleteView } from '#lib/views/server/delete-view.ts';

export const PATCH = route('PATCH /api/settings/views/{id}', ({ ctx, params, body }) =>
  changeView({ ctx, id: params.id, body }),
);
export const DELETE = route('DELETE /api/settings/views/{id}', ({ ctx, params }) =>
  deleteView({ ctx, id: params.id }),
);
