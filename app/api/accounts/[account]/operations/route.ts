import { route } from '#lib/api/route.ts';
import { listOperations } from '#lib/operations/server/list-operations.ts';

export const GET = route('GET /operations', ({ ctx, query }) => listOperations({ ctx, query }));
