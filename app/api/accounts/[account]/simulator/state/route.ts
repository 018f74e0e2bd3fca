import { route } from '#lib/api/route.ts';
import { setState } from '#lib/simulator/server/set-state.ts';

export const POST = route('POST /simulator/state', ({ ctx, body }) => setState({ ctx, body }));
