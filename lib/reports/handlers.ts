import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { reportEndpoints } from '#lib/reports/contract.ts';
import { createReport } from '#lib/reports/server/create-report.ts';
import { downloadReport } from '#lib/reports/server/download-report.ts';
import { getReport } from '#lib/reports/server/get-report.ts';
import { listReports } from '#lib/reports/server/list-reports.ts';

export const reportHandlers = {
  'GET /reports/{id}/download': downloadReport,
  'GET /reports/{id}': getReport,
  'GET /reports': listReports,
  'POST /reports': createReport,
} satisfies Handlers<typeof reportEndpoints>;
