import { route } from '#lib/api/route.ts';
import { listResends } from '#lib/resends/server/list-resends.ts';
import { startResend } from '#lib/resends/server/start-resend.ts';

export const GET = route('GET /resends', ({ ctx, query }) => listResends({ ctx, query }));
export const POST = route('POST /resends', ({ ctx, body }) => startResend({ ctx, body }));
