import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';

export type { LimitsToday, Policies, PoliciesShown } from '#lib/policies/contract.ts';

/** No account's slug stands second: they hold for all. */
export const policyKeys = {
  all: () => ['settings', '', 'policies'] as const,
  today: () => [...policyKeys.all(), 'today'] as const,
};

export function policiesOptions() {
  return queryOptions({
    queryKey: policyKeys.all(),
    queryFn: ({ signal }) => call('GET /api/settings/policies', { signal }),
  });
}

/** Colleagues ask for payments meanwhile, on any account: no event of one page's account tells of all of them. */
export function limitsTodayOptions() {
  return queryOptions({
    queryKey: policyKeys.today(),
    queryFn: ({ signal }) => call('GET /api/settings/policies/today', { signal }),
    refetchInterval: 30_000,
  });
}
