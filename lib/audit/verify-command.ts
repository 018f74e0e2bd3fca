import 'server-only';
import { verifyAudit } from '#lib/audit/verify.ts';
import type { Command } from '#lib/control/server/listen.ts';

/** `npm run admin -- verify-audit` beside a running server. */
export const verifyAuditCommand: Command = () => verifyAudit();
