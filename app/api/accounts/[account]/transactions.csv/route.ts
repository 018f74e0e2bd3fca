import { route } from '#lib/api/route.ts';
import { exportTransactions } from '#lib/transactions/server/export-transactions.ts';

export const GET = route('GET /transactions.csv', ({ ctx, query }) => exportTransactions({ ctx, query }));
