import { addAccount } from '#lib/accounts/server/add-account.ts';
import { listConnections } from '#lib/accounts/server/connections.ts';
import { route } from '#lib/api/route.ts';

export const GET = route('GET /api/settings/accounts', () => listConnections());
export const POST = route('POST /api/settings/accounts', ({ ctx, body }) => addAccount({ ctx, body }));
