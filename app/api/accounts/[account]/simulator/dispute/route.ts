import { route } from '#lib/api/route.ts';
import { openDispute } from '#lib/simulator/server/open-dispute.ts';

export const POST = route('POST /simulator/dispute', ({ ctx, body }) => openDispute({ ctx, body }));
