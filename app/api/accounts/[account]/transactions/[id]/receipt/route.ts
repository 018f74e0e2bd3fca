import { route } from '#lib/api/route.ts';
import { getReceipt } from '#lib/payments/server/get-receipt.ts';

export const GET = route('GET /transactions/{id}/receipt', ({ ctx, params, query }) =>
  getReceipt({ ctx, id: params.id, query }),
);
