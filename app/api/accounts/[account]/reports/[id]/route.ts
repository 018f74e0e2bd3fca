import { route } from '#lib/api/route.ts';
import { getReport } from '#lib/reports/server/get-report.ts';

export const GET = route('GET /reports/{id}', ({ ctx, params: { id } }) => getReport({ ctx, id }));
