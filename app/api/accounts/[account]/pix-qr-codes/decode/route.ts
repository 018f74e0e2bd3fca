import { route } from '#lib/api/route.ts';
import { decodeCode } from '#lib/payments/server/decode-code.ts';

export const POST = route('POST /pix-qr-codes/decode', ({ ctx, body }) => decodeCode({ ctx, body }));
