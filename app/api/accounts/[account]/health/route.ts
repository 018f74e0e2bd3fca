import { route } from '#lib/api/route.ts';
import { getHealth } from '#lib/overview/server/get-health.ts';

export const GET = route('GET /health', ({ ctx }) => getHealth({ ctx }));
