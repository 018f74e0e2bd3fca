import { route } from '#lib/api/route.ts';
import { rotateAccountSecret } from '#lib/webhooks/server/rotate-secret.ts';

export const POST = route('POST /callback-secret/rotate', ({ ctx }) => rotateAccountSecret({ ctx }));
