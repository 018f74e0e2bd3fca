import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { policyEndpoints } from '#lib/policies/contract.ts';
import { changePolicies, limitsToday, showPolicies } from '#lib/policies/server/policies.ts';

export const policyHandlers = {
  'GET /api/settings/policies': showPolicies,
  'PUT /api/settings/policies': changePolicies,
  'GET /api/settings/policies/today': () => limitsToday(),
} satisfies Handlers<typeof policyEndpoints>;
