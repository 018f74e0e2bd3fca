import { route } from '#lib/api/route.ts';
import { getStoredFilter } from '#lib/statement/server/stored-filters.ts';

export const GET = route('GET /statement/filters/{id}', ({ ctx, params: { id } }) =>
  getStoredFilter({ ctx, id }),
);
