import { replaceCredential } from '#lib/accounts/server/replace-credential.ts';
import { route } from '#lib/api/route.ts';

export const PUT = route('PUT /api/settings/accounts/{id}/credential', ({ ctx, params, body }) =>
  replaceCredential({ ctx, id: params.id, body }),
);
