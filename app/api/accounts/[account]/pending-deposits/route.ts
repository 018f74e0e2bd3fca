import { route } from '#lib/api/route.ts';
import { listPendingDeposits } from '#lib/statement/server/list-pending-deposits.ts';

export const GET = route('GET /pending-deposits', ({ ctx, query }) => listPendingDeposits({ ctx, query }));
