import { route } from '#lib/api/route.ts';
import { getStatementLine } from '#lib/statement/server/get-statement-line.ts';

export const GET = route('GET /statement/{id}', ({ ctx, params: { id } }) => getStatementLine({ ctx, id }));
