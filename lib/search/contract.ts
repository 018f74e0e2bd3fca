import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { Cents, Instant, Transaction } from '#lib/providers/records.ts';

/** A finding other than a payment, by the page it opens on. */
export const FoundThing = z.object({
  account: z.string(),
  accountName: z.string(),
  page: z.enum([
    ...(['operations', 'disputes', 'webhooks', 'deliveries', 'resends', 'statement'] as const),
    ...(['pending-deposits', 'card', 'recurrences'] as const),
  ]),
  id: z.string(),
  /** A protocol, an address, a reference, an id. */
  name: pii.reference(z.string(), 'reveal'),
  /** An operation's kind, or the provider's state or type. */
  word: z.string().nullable(),
  amount: Cents.nullable(),
  at: Instant.nullable(),
});
export type FoundThing = z.infer<typeof FoundThing>;

/**
 * Findings by account. 403 `forbidden` if the text is personal data and no account permits searching it.
 * `failed`: accounts whose provider did not answer. `limited`: accounts whose search quota was used up, so
 * only Guichê's own records were searched.
 */
export const SearchResult = z.object({
  readAs: z.enum(['id', 'endToEndId', 'document', 'amount', 'text']),
  items: z.array(
    z.object({
      account: z.string(),
      accountName: z.string(),
      /** The page it opens on. Accounts without a list of transactions have payment pages instead. */
      page: z.enum(['transactions', 'charges', 'withdrawals', 'transfers']),
      transaction: Transaction,
    }),
  ),
  things: z.array(FoundThing),
  failed: z.array(z.string()),
  limited: z.array(z.string()),
  /** Accounts not searched for the people in the text, because the operator lacks `reveal` there. */
  withheld: z.array(z.string()),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const searchEndpoints = {
  'POST /api/search': {
    permission: 'signed-in',
    body: z.strictObject({ q: z.string().trim().min(3).max(120) }),
    response: SearchResult,
  },
} as const satisfies EndpointMap;
