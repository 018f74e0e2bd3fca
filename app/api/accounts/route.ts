import { route } from '#lib/api/route.ts';
import { listVisibleAccounts } from '#lib/session/server/get-session.ts';

export const GET = route('GET /api/accounts', async ({ ctx }) => ({
  items: await listVisibleAccounts({ ctx }),
}));
