import { route } from '#lib/api/route.ts';
import { tryCredential } from '#lib/doctor/server/try-account.ts';

export const POST = route('POST /api/settings/accounts/{id}/test', ({ ctx, params, body }) =>
  tryCredential({ ctx, id: params.id, body }),
);
