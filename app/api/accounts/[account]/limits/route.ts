import { route } from '#lib/api/route.ts';
import { getLimits } from '#lib/payments/server/get-limits.ts';

export const GET = route('GET /limits', ({ ctx }) => getLimits({ ctx }));
