import { route } from '#lib/api/route.ts';
import { listDeliveries } from '#lib/deliveries/server/list-deliveries.ts';

export const GET = route('GET /deliveries', ({ ctx, query }) => listDeliveries({ ctx, query }));
