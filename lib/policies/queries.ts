import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

export type { LimitsToday, Policies, PoliciesShown } from '#lib/policies/contract.ts';

/** No account's slug stands second: they hold for all. */
export const policyKeys = {
  all: () => ['settings', '', 'policies'] as const,
  today: () => [...policyKeys.all(), 'today'] as const,
};

export const policiesOptions = () =>
  queryOptions(queryOf('GET /api/settings/policies', policyKeys.all(), {}));

/** Colleagues ask for payments meanwhile, on any account: no event of one page's account tells of all of them. */
export const limitsTodayOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/policies/today', policyKeys.today(), {}),
    refetchInterval: 30_000,
  });
