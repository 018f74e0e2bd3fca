import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

export type { LimitsToday, Policies, PoliciesShown } from '#lib/policies/contract.ts';

/** The second part, an account's slug, is empty: policies apply to all accounts. */
export const policyKeys = {
  all: () => ['settings', '', 'policies'] as const,
  today: () => [...policyKeys.all(), 'today'] as const,
};

export const policiesOptions = () =>
  queryOptions(queryOf('GET /api/settings/policies', policyKeys.all(), {}));

/** Colleagues request payments on any account, and one account's events do not cover all of them. */
export const limitsTodayOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/policies/today', policyKeys.today(), {}),
    refetchInterval: 30_000,
  });
