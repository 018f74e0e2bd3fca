import { route } from '#lib/api/route.ts';
import { getProfile } from '#lib/overview/server/get-profile.ts';

export const GET = route('GET /profile', ({ ctx }) => getProfile({ ctx }));
