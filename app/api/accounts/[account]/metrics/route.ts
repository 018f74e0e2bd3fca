import { route } from '#lib/api/route.ts';
import { getMetrics } from '#lib/payments/server/get-limits.ts';

export const GET = route('GET /metrics', ({ ctx }) => getMetrics({ ctx }));
