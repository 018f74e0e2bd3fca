import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { Pasted } from '#lib/api/query-fields.ts';
import { Instant } from '#lib/providers/records.ts';

/** Sign-in and session rules. `allowedNetworks` are CIDR; empty means any network. */
export const Policies = z.object({
  secondFactor: z.enum(['optional', 'required']),
  idleMinutes: z.int().min(5).max(1440),
  absoluteHours: z.int().min(1).max(720),
  allowedNetworks: z.array(Pasted('address', 2, 50)).max(50),
  passwordLength: z.int().min(12).max(64),
});
export type Policies = z.infer<typeof Policies>;

/** With what an administrator checks before a change: who has no second factor, and the caller's address. */
const PoliciesShown = Policies.extend({
  withoutFactor: z.array(z.string()),
  address: z.string().nullable(),
  /** The single sign-on settings: the issuer's host and the claim with the roles. */
  signOn: z.object({ issuer: z.string(), roleClaim: z.string() }).nullable(),
});
export type PoliciesShown = z.infer<typeof PoliciesShown>;

const RequestedToday = z.object({
  id: z.string(),
  name: z.string(),
  /** Cents that the provider confirmed, and cents that are pending, in progress or unknown. */
  confirmed: z.int(),
  open: z.int(),
});

/** What each person used today of an account's daily limit per person (`approvalAboveDaily`), in cents. */
export const LimitsToday = z.object({
  items: z.array(z.object({ account: z.string(), limit: z.int(), people: z.array(RequestedToday) })),
  asOf: Instant,
});
export type LimitsToday = z.infer<typeof LimitsToday>;

export const policyEndpoints = {
  'GET /api/settings/policies': { permission: 'manage', response: PoliciesShown },
  'PUT /api/settings/policies': {
    permission: 'manage',
    stepUp: true,
    idempotency: true,
    body: z.strictObject(Policies.shape),
    response: PoliciesShown,
  },
  'GET /api/settings/policies/today': { permission: 'manage', response: LimitsToday },
} as const satisfies EndpointMap;
