import { route } from '#lib/api/route.ts';
import { getDelivery } from '#lib/deliveries/server/get-delivery.ts';

export const GET = route('GET /deliveries/{id}', ({ ctx, params, query }) =>
  getDelivery({ ctx, id: params.id, reveal: query.reveal === '1' }),
);
