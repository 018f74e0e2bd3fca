import { route } from '#lib/api/route.ts';
import { clearFault } from '#lib/simulator/server/clear-fault.ts';

export const POST = route('POST /simulator/clear', ({ ctx, body }) => clearFault({ ctx, body }));
