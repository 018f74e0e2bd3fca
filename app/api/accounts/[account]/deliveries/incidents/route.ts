import { route } from '#lib/api/route.ts';
import { listIncidents } from '#lib/deliveries/server/list-incidents.ts';

export const GET = route('GET /deliveries/incidents', ({ ctx }) => listIncidents({ ctx }));
