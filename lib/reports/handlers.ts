import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { reportEndpoints } from '#lib/reports/contract.ts';
import { downloadReport } from '#lib/reports/server/download-report.ts';
import { getReport, listReports } from '#lib/reports/server/list-reports.ts';
import { createReport } from '#lib/reports/server/report-operation.ts';

export const reportHandlers = {
  'GET /reports/{id}/download': downloadReport,
  'GET /reports/{id}': getReport,
  'GET /reports': listReports,
  'POST /reports': createReport,
} satisfies Handlers<typeof reportEndpoints>;
