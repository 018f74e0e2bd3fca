import { route } from '#lib/api/route.ts';
import { listStatement } from '#lib/statement/server/list-statement.ts';

export const GET = route('GET /statement', ({ ctx, query }) => listStatement({ ctx, query }));
