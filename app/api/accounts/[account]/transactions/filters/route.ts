import { route } from '#lib/api/route.ts';
import { storeFilter } from '#lib/transactions/server/stored-filters.ts';

export const POST = route('POST /transactions/filters', ({ ctx, body }) => storeFilter({ ctx, body }));
