import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { Transaction } from '#lib/providers/records.ts';

/** What was found, by account; `failed` names the accounts that could not be asked. */
export const SearchResult = z.object({
  readAs: z.enum(['id', 'endToEndId', 'document', 'amount', 'text']),
  items: z.array(
    z.object({
      account: z.string(),
      accountName: z.string(),
      /** Where it opens: accounts without a list of transactions have pages of money instead. */
      page: z.enum(['transactions', 'charges', 'withdrawals', 'transfers']),
      transaction: Transaction,
    }),
  ),
  failed: z.array(z.string()),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const searchEndpoints = {
  'POST /api/search': {
    permission: 'signed-in',
    body: z.strictObject({ q: z.string().trim().min(3).max(120) }),
    response: SearchResult,
  },
} as const satisfies EndpointMap;
