import { route } from '#lib/api/route.ts';
import { createReport } from '#lib/reports/server/create-report.ts';
import { listReports } from '#lib/reports/server/list-reports.ts';

export const GET = route('GET /reports', ({ ctx, query }) => listReports({ ctx, query }));
export const POST = route('POST /reports', ({ ctx, body }) => createReport({ ctx, body }));
