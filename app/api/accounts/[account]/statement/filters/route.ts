import { route } from '#lib/api/route.ts';
import { storeFilter } from '#lib/statement/server/stored-filters.ts';

export const POST = route('POST /statement/filters', ({ ctx, body }) => storeFilter({ ctx, body }));
