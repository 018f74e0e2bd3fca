import { z } from 'zod';
import { ATTEMPT_BYTES, type EndpointMap } from '#lib/api/endpoint.ts';
import { PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { ACCOUNT_KINDS } from '#lib/core/account-kinds.ts';
import { Instant } from '#lib/providers/records.ts';
import { FIRST_DAY } from '#lib/session/first-day.ts';

export const Preferences = z.object({
  language: z.enum(['pt-BR', 'en']),
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['compact', 'comfortable']),
  singleKeys: z.boolean(),
  /** The first-day steps that the operator skipped. */
  firstDay: z.array(z.enum(FIRST_DAY)),
});
export type Preferences = z.infer<typeof Preferences>;

export const AccountSummary = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  environment: z.enum(['sandbox', 'production']),
  simulator: z.boolean(),
  /** False: the account's variables are missing on this instance, so it has no capability here. */
  configured: z.boolean(),
  capabilities: z.array(z.string()),
  permissions: z.array(z.enum(PERMISSIONS)),
  roles: z.array(z.enum(ROLES)),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

export const Session = z.object({
  operator: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  accounts: z.array(AccountSummary),
  /** Permissions on all accounts; pages above the single accounts require these. */
  permissions: z.array(z.enum(PERMISSIONS)),
  preferences: Preferences,
  /** True for single sign-on: signing out also signs out at the issuer. */
  signOn: z.boolean(),
  /** The proofs of identity that this person can give. A second factor replaces the password. */
  proofs: z.array(z.enum(['password', 'otp', 'passkey', 'sso'])),
  /** Until when the last proof of identity allows step-up calls; null when a new one is required. */
  stepUpUntil: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

export const OpenSession = z.object({
  id: z.string(),
  current: z.boolean(),
  method: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** No session of this person in the 30 days before came from this address. False for the first one. */
  newAddress: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** Errors that the sign-in page names. */
export const SHOWN_ERRORS = [
  ...(['ended', 'no-account', 'unavailable', 'network'] as const),
  ...(['otp_required', 'otp_refused', 'passkey_refused'] as const),
  ...(['sso_failed', 'sso_no_role', 'sso_disabled', 'sso_taken'] as const),
  ...(['sso_last_admin', 'sso_unavailable'] as const),
];
export type SignInError = 'credentials' | 'throttled' | (typeof SHOWN_ERRORS)[number];

export const sessionEndpoints = {
  'GET /api/session': { permission: 'signed-in', enrols: true, response: Session },
  'GET /api/accounts': { permission: 'signed-in', response: z.object({ items: z.array(AccountSummary) }) },
  'PUT /api/session/preferences': {
    permission: 'signed-in',
    body: z.strictObject(Preferences.partial().shape),
    response: Preferences,
  },
  'POST /api/session/end': { permission: 'signed-in', enrols: true, status: 204 },
  'POST /api/step-up': {
    permission: 'signed-in',
    enrols: true,
    maxBody: ATTEMPT_BYTES,
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(256) }),
      z.strictObject({ otp: z.string().min(1).max(40) }),
      z.strictObject({ passkey: z.looseObject({ id: z.string().max(2000) }) }),
    ]),
    response: z.object({ until: z.string() }),
  },
} as const satisfies EndpointMap;
