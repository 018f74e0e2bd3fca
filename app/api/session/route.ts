import { route } from '#lib/api/route.ts';
import { getSession } from '#lib/session/server/get-session.ts';

export const GET = route('GET /api/session', ({ ctx }) => getSession({ ctx }));
