import { route } from '#lib/api/route.ts';
import { getPendingDeposit } from '#lib/statement/server/get-pending-deposit.ts';

export const GET = route('GET /pending-deposits/{id}', ({ ctx, params: { id }, query }) =>
  getPendingDeposit({ ctx, id, reveal: query.reveal === '1' }),
);
