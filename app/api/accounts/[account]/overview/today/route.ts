import { route } from '#lib/api/route.ts';
import { getToday } from '#lib/overview/server/get-today.ts';

export const GET = route('GET /overview/today', ({ ctx }) => getToday({ ctx }));
