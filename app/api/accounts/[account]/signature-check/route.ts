import { route } from '#lib/api/route.ts';
import { checkSignature } from '#lib/webhooks/server/check-signature.ts';

export const POST = route('POST /signature-check', ({ ctx, body }) => checkSignature({ ctx, body }));
