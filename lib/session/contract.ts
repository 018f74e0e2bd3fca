import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';

export const Preferences = z.object({
  language: z.enum(['pt-BR', 'en']),
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['compact', 'comfortable']),
  singleKeys: z.boolean(),
});
export type Preferences = z.infer<typeof Preferences>;

export const AccountSummary = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(['pix', 'hub', 'card']),
  environment: z.enum(['sandbox', 'production']),
  simulator: z.boolean(),
  capabilities: z.array(z.string()),
  permissions: z.array(z.enum(PERMISSIONS)),
  roles: z.array(z.enum(ROLES)),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

export const Session = z.object({
  operator: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  accounts: z.array(AccountSummary),
  /** Held on all accounts: what stands above every single one needs these. */
  permissions: z.array(z.enum(PERMISSIONS)),
  preferences: Preferences,
  /** The last proof of identity opens step-up until then; null when it is due. */
  stepUpUntil: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

export const sessionEndpoints = {
  'GET /api/session': { permission: 'signed-in', response: Session },
  'GET /api/accounts': { permission: 'signed-in', response: z.object({ items: z.array(AccountSummary) }) },
  'PUT /api/session/preferences': {
    permission: 'signed-in',
    body: z.strictObject(Preferences.partial().shape),
    response: Preferences,
  },
  'POST /api/session/end': { permission: 'signed-in', status: 204 },
  'POST /api/step-up': {
    permission: 'signed-in',
    body: z.strictObject({ password: z.string().min(1).max(256) }),
    response: z.object({ until: z.string() }),
  },
} as const satisfies EndpointMap;
