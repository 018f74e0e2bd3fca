import { route } from '#lib/api/route.ts';
import { exportStatement } from '#lib/statement/server/export-statement.ts';

export const GET = route('GET /statement.csv', ({ ctx, query }) => exportStatement({ ctx, query }));
