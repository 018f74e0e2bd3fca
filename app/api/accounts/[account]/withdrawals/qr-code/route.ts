import { route } from '#lib/api/route.ts';
import { createCodePayment } from '#lib/payments/server/create-withdrawal.ts';

export const POST = route('POST /withdrawals/qr-code', ({ ctx, body }) => createCodePayment({ ctx, body }));
