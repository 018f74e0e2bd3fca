import { route } from '#lib/api/route.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';

export const GET = route('GET /disputes', ({ ctx, query }) => listDisputes({ ctx, query }));
