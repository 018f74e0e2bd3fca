import { route } from '#lib/api/route.ts';
import { searchTransactions } from '#lib/search/server/search-transactions.ts';

export const POST = route('POST /api/search', ({ ctx, body }) => searchTransactions({ ctx, q: body.q }));
