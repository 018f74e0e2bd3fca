import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { auditEndpoints } from '#lib/audit/contract.ts';
import { verifyAudit } from '#lib/audit/verify.ts';

export const auditHandlers = {
  'POST /api/audit/verify': ({ ctx }) => verifyAudit(ctx.signal),
} satisfies Handlers<typeof auditEndpoints>;
