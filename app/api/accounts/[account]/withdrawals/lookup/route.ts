import { route } from '#lib/api/route.ts';
import { lookUpPayment } from '#lib/payments/server/get-payment.ts';

export const GET = route('GET /withdrawals/lookup', ({ ctx, query }) =>
  lookUpPayment({ ctx, what: 'withdrawals', by: query }),
);
