import { route } from '#lib/api/route.ts';
import { getResend } from '#lib/resends/server/get-resend.ts';

export const GET = route('GET /resends/{id}', ({ ctx, params }) => getResend({ ctx, id: params.id }));
