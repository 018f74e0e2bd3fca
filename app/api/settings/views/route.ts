import { route } from '#lib/api/route.ts';
import { createView } from '#lib/views/server/create-view.ts';
import { listViews } from '#lib/views/server/list-views.ts';

export const GET = route('GET /api/settings/views', ({ ctx, query }) => listViews({ ctx, query }));
export const POST = route('POST /api/settings/views', ({ ctx, body }) => createView({ ctx, body }));
