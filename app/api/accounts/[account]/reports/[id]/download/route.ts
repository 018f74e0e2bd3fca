import { route } from '#lib/api/route.ts';
import { downloadReport } from '#lib/reports/server/download-report.ts';

export const GET = route('GET /reports/{id}/download', ({ ctx, params: { id } }) =>
  downloadReport({ ctx, id }),
);
