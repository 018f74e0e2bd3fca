import { route } from '#lib/api/route.ts';
import { listResendItems } from '#lib/resends/server/list-resend-items.ts';

export const GET = route('GET /resends/{id}/items', ({ ctx, params, query }) =>
  listResendItems({ ctx, id: params.id, query }),
);
