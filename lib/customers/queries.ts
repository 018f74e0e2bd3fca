import { inClearQuery, recordQuery } from '#lib/api/endpoint-queries.ts';

export type { Customer, CustomerRecord } from '#lib/customers/contract.ts';

/** It reads several lists of the provider, so only the operator refreshes it. */
export const customerOptions = recordQuery('GET /customers/{id}', { staleTime: 60_000 });

/** The customer with the document unmasked. */
export const revealedCustomerOptions = inClearQuery('GET /customers/{id}');

/** Path of a person's page. `f`: id of the stored filter. */
export const customerPath = (account: string, f: string) => `/${account}/customers/${encodeURIComponent(f)}`;
