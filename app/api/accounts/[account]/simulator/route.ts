import { route } from '#lib/api/route.ts';
import { getSimulator } from '#lib/simulator/server/get-simulator.ts';

export const GET = route('GET /simulator', ({ ctx }) => getSimulator({ ctx }));
