import { route } from '#lib/api/route.ts';
import { getCardCharge } from '#lib/card/server/get-card-charge.ts';

export const GET = route('GET /card/charges/{id}', ({ ctx, params, query }) =>
  getCardCharge({ ctx, id: params.id, reveal: query.reveal === 'true' }),
);
