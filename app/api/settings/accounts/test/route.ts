import { route } from '#lib/api/route.ts';
import { tryNewAccount } from '#lib/doctor/server/try-account.ts';

export const POST = route('POST /api/settings/accounts/test', ({ ctx, body }) =>
  tryNewAccount({ ctx, body }),
);
