import { route } from '#lib/api/route.ts';
import { faultCalls } from '#lib/simulator/server/fault-calls.ts';

export const POST = route('POST /simulator/fault', ({ ctx, body }) => faultCalls({ ctx, body }));
