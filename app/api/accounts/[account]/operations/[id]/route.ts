import { route } from '#lib/api/route.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';

export const GET = route('GET /operations/{id}', ({ ctx, params }) => getOperation({ ctx, id: params.id }));
