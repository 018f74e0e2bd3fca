import { route } from '#lib/api/route.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';

export const GET = route('GET /transactions', ({ ctx, query }) => listTransactions({ ctx, query }));
