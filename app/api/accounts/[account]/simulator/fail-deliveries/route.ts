import { route } from '#lib/api/route.ts';
import { failDeliveries } from '#lib/simulator/server/fail-deliveries.ts';

export const POST = route('POST /simulator/fail-deliveries', ({ ctx, body }) =>
  failDeliveries({ ctx, body }),
);
