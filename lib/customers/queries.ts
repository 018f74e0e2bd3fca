import { queryOptions } from '@tanstack/react-query';
import { inClearOf, queryOf } from '#lib/api/endpoint-queries.ts';

export type { Customer, CustomerRecord } from '#lib/customers/contract.ts';

export const customerKeys = {
  detail: (account: string, id: string) => ['customers', account, id] as const,
};

export const customerOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /customers/{id}', customerKeys.detail(account, id), { account, params: { id } }),
    // Several lists of the provider: asked again by the operator, not by itself.
    staleTime: 60_000,
  });

/** The same with the document in clear. */
export const revealedCustomerOptions = (account: string, id: string) =>
  queryOptions(
    inClearOf('GET /customers/{id}', customerKeys.detail(account, id), { account, params: { id } }),
  );

/** The page of one person by the id of its stored filter. */
export const customerPath = (account: string, f: string) => `/${account}/customers/${encodeURIComponent(f)}`;
