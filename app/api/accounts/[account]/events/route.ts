import { route } from '#lib/api/route.ts';
import { followEvents } from '#lib/events/server/follow-events.ts';

export const GET = route('GET /events', ({ ctx }) => followEvents({ ctx }));
