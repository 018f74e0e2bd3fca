import { route } from '#lib/api/route.ts';
import { createCallbackSecret, getCallbackSecret } from '#lib/webhooks/server/rotate-secret.ts';

export const GET = route('GET /callback-secret', ({ ctx }) => getCallbackSecret({ ctx }));

export const POST = route('POST /callback-secret', ({ ctx }) => createCallbackSecret({ ctx }));
