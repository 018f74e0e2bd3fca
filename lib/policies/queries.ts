import { queryOf } from '#lib/api/endpoint-queries.ts';

export type { LimitsToday, Policies, PoliciesShown } from '#lib/policies/contract.ts';

export const policiesOptions = () => queryOf('GET /api/settings/policies', {});

/** Colleagues request payments on any account, and one account's events do not cover all of them. */
export const limitsTodayOptions = () =>
  queryOf('GET /api/settings/policies/today', {}, { refetchInterval: 30_000 });
