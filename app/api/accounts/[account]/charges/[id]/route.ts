import { route } from '#lib/api/route.ts';
import { lookUpPayment } from '#lib/payments/server/get-payment.ts';

export const GET = route('GET /charges/{id}', ({ ctx, params }) =>
  lookUpPayment({ ctx, what: 'charges', by: { id: params.id } }),
);
