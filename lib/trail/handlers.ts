import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { auditEndpoints } from '#lib/trail/contract.ts';
import { exportAudit } from '#lib/trail/server/export-audit.ts';
import { getEntry } from '#lib/trail/server/get-entry.ts';
import { listAudit } from '#lib/trail/server/list-audit.ts';
import { verifyNow } from '#lib/trail/server/verify-now.ts';

export const auditHandlers = {
  'GET /api/audit.csv': ({ ctx, query }) => exportAudit({ ctx, query }),
  'GET /api/audit/{id}': ({ params }) => getEntry(params.id),
  'GET /api/audit': ({ ctx, query }) => listAudit({ ctx, query }),
  'POST /api/audit/verify': ({ ctx }) => verifyNow({ ctx }),
} satisfies Handlers<typeof auditEndpoints>;
