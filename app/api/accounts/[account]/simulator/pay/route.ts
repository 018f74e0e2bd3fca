import { route } from '#lib/api/route.ts';
import { payCharge } from '#lib/simulator/server/pay-charge.ts';

export const POST = route('POST /simulator/pay', ({ ctx, body }) => payCharge({ ctx, body }));
