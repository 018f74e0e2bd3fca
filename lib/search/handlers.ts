import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { searchEndpoints } from '#lib/search/contract.ts';
import { searchTransactions } from '#lib/search/server/search-transactions.ts';

export const searchHandlers = {
  'POST /api/search': ({ ctx, body }) => searchTransactions({ ctx, q: body.q }),
} satisfies Handlers<typeof searchEndpoints>;
