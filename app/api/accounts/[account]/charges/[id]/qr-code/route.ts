import { route } from '#lib/api/route.ts';
import { getQrCode } from '#lib/payments/server/get-qr-code.ts';

export const GET = route('GET /charges/{id}/qr-code', ({ ctx, params }) => getQrCode({ ctx, id: params.id }));
