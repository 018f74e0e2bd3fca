import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { auditEndpoints } from '#lib/audit-log/contract.ts';
import { exportAudit } from '#lib/audit-log/server/export-audit.ts';
import { getEntry } from '#lib/audit-log/server/lines.ts';
import { listAudit, verifyNow } from '#lib/audit-log/server/list-audit.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';

export const auditHandlers = {
  ...exportHandlers('/api/audit', exportAudit),
  'GET /api/audit/{id}': ({ id }) => getEntry(id),
  'GET /api/audit': listAudit,
  'POST /api/audit/verify': verifyNow,
} satisfies Handlers<typeof auditEndpoints>;
