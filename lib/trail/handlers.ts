import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-handlers.ts';
import type { auditEndpoints } from '#lib/trail/contract.ts';
import { exportAudit } from '#lib/trail/server/export-audit.ts';
import { getEntry } from '#lib/trail/server/lines.ts';
import { listAudit } from '#lib/trail/server/list-audit.ts';
import { verifyNow } from '#lib/trail/server/verify-now.ts';

export const auditHandlers = {
  ...exportHandlers('/api/audit', exportAudit),
  'GET /api/audit/{id}': ({ id }) => getEntry(id),
  'GET /api/audit': listAudit,
  'POST /api/audit/verify': verifyNow,
} satisfies Handlers<typeof auditEndpoints>;
