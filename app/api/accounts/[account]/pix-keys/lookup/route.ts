import { route } from '#lib/api/route.ts';
import { lookUpKey } from '#lib/payments/server/look-up-key.ts';

export const POST = route('POST /pix-keys/lookup', ({ ctx, body }) => lookUpKey({ ctx, body }));
