import { route } from '#lib/api/route.ts';
import { moveTime } from '#lib/simulator/server/move-time.ts';

export const POST = route('POST /simulator/time', ({ ctx, body }) => moveTime({ ctx, body }));
