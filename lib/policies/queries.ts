import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';

export type { Policies, PoliciesShown } from '#lib/policies/contract.ts';

/** No account's slug stands second: they hold for all. */
export const policyKeys = { all: () => ['settings', '', 'policies'] as const };

export function policiesOptions() {
  return queryOptions({
    queryKey: policyKeys.all(),
    queryFn: ({ signal }) => call('GET /api/settings/policies', { signal }),
    retry: false,
  });
}
