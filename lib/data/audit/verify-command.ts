import 'server-only';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';

/** `npm run admin -- verify-audit`, while the server runs. */
export const verifyAuditCommand: Command = () => verifyAudit();
