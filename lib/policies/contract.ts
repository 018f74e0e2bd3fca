import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';

/** How people come in and how long they stay; `allowedNetworks` are CIDR, none: from anywhere. */
export const Policies = z.object({
  secondFactor: z.enum(['optional', 'required']),
  idleMinutes: z.int().min(5).max(1440),
  absoluteHours: z.int().min(1).max(720),
  allowedNetworks: z.array(z.string().trim().min(2).max(50)).max(50),
  passwordLength: z.int().min(12).max(64),
});
export type Policies = z.infer<typeof Policies>;

/** With what a change is judged by before it is made: who has no second factor, and from where one asks. */
const PoliciesShown = Policies.extend({
  withoutFactor: z.array(z.string()),
  address: z.string().nullable(),
});
export type PoliciesShown = z.infer<typeof PoliciesShown>;

export const policyEndpoints = {
  'GET /api/settings/policies': { permission: 'manage', response: PoliciesShown },
  'PUT /api/settings/policies': {
    permission: 'manage',
    stepUp: true,
    idempotency: true,
    body: z.strictObject(Policies.shape),
    response: PoliciesShown,
  },
} as const satisfies EndpointMap;
