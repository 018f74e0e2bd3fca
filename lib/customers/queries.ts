import { queryOptions } from '@tanstack/react-query';
import { inClearOf, queryOf } from '#lib/api/endpoint-queries.ts';

export type { Customer, CustomerRecord } from '#lib/customers/contract.ts';

export const customerKeys = {
  detail: (account: string, id: string) => ['customers', account, id] as const,
};

export const customerOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /customers/{id}', customerKeys.detail(account, id), { account, params: { id } }),
    // It reads several lists of the provider, so only the operator refreshes it.
    staleTime: 60_000,
  });

/** The customer with the document unmasked. */
export const revealedCustomerOptions = (account: string, id: string) =>
  queryOptions(
    inClearOf('GET /customers/{id}', customerKeys.detail(account, id), { account, params: { id } }),
  );

/** Path of a person's page. `f`: id of the stored filter. */
export const customerPath = (account: string, f: string) => `/${account}/customers/${encodeURIComponent(f)}`;
