import { route } from '#lib/api/route.ts';
import { reverseCardCharge } from '#lib/card/server/reverse-card-charge.ts';

export const POST = route('POST /card/charges/{id}/reversals', ({ ctx, params, body }) =>
  reverseCardCharge({ ctx, id: params.id, body }),
);
