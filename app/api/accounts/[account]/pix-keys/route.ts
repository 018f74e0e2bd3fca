import { route } from '#lib/api/route.ts';
import { createPixKey, listPixKeys } from '#lib/payments/server/pix-keys.ts';

export const GET = route('GET /pix-keys', ({ ctx }) => listPixKeys({ ctx }));
export const POST = route('POST /pix-keys', ({ ctx, body }) => createPixKey({ ctx, body }));
