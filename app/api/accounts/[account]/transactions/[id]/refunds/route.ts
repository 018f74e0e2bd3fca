import { route } from '#lib/api/route.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';

export const GET = route('GET /transactions/{id}/refunds', ({ ctx, params }) =>
  getRefundState({ ctx, id: params.id }),
);
export const POST = route('POST /transactions/{id}/refunds', ({ ctx, params, body }) =>
  createRefund({ ctx, id: params.id, body }),
);
