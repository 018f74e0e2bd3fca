import { route } from '#lib/api/route.ts';
import { getStoredFilter } from '#lib/transactions/server/stored-filters.ts';

export const GET = route('GET /transactions/filters/{id}', ({ ctx, params: { id } }) =>
  getStoredFilter({ ctx, id }),
);
