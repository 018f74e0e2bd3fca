import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { viewEndpoints } from '#lib/views/contract.ts';
import { changeView, createView, deleteView } from '#lib/views/server/change-views.ts';
import { listViews } from '#lib/views/server/list-views.ts';

export const viewHandlers = {
  'PATCH /api/settings/views/{id}': changeView,
  'DELETE /api/settings/views/{id}': deleteView,
  'GET /api/settings/views': listViews,
  'POST /api/settings/views': createView,
} satisfies Handlers<typeof viewEndpoints>;
