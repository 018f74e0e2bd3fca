import { changeAccount } from '#lib/accounts/server/change-account.ts';
import { removeAccount } from '#lib/accounts/server/remove-account.ts';
import { route } from '#lib/api/route.ts';

export const PATCH = route('PATCH /api/settings/accounts/{id}', ({ ctx, params, body }) =>
  changeAccount({ ctx, id: params.id, body }),
);
export const DELETE = route('DELETE /api/settings/accounts/{id}', ({ ctx, params, body }) =>
  removeAccount({ ctx, id: params.id, slug: body.slug }),
);
