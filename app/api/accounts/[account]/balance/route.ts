import { route } from '#lib/api/route.ts';
import { getBalance } from '#lib/overview/server/get-balance.ts';

export const GET = route('GET /balance', ({ ctx }) => getBalance({ ctx }));
