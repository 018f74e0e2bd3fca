import { route } from '#lib/api/route.ts';
import { verifyAudit } from '#lib/audit/verify.ts';

export const POST = route('POST /api/audit/verify', ({ ctx }) => verifyAudit(ctx.signal));
