import { route } from '#lib/api/route.ts';
import { stepUp } from '#lib/session/server/step-up.ts';

export const POST = route('POST /api/step-up', ({ ctx, body }) => stepUp({ ctx, body }));
