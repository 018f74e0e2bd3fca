import { route } from '#lib/api/route.ts';
import { checkAddress } from '#lib/webhooks/server/check-address.ts';

export const POST = route('POST /address-check', ({ ctx, body }) => checkAddress({ ctx, body }));
