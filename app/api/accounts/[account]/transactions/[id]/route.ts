import { route } from '#lib/api/route.ts';
import { getTransaction } from '#lib/transactions/server/get-transaction.ts';

export const GET = route('GET /transactions/{id}', ({ ctx, params: { id }, query: { reveal } }) =>
  getTransaction({ ctx, id, reveal: reveal === '1' }),
);
