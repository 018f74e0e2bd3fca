import { orderAccounts } from '#lib/accounts/server/order-accounts.ts';
import { route } from '#lib/api/route.ts';

export const PUT = route('PUT /api/settings/accounts/order', ({ ctx, body }) =>
  orderAccounts({ ctx, ids: body.ids }),
);
