import { z } from 'zod';
import { ATTEMPT_BYTES, type EndpointMap } from '#lib/api/endpoint.ts';
import { ById } from '#lib/api/query-fields.ts';
import { Instant } from '#lib/providers/records.ts';
import { OpenSession, Preferences } from '#lib/session/contract.ts';

const Password = z.string().min(1).max(256);
/** The answer of `navigator.credentials`, as JSON. The verifying library reads it. */
const PasskeyAnswer = z.looseObject({ id: z.string().max(2000) });

const Profile = z.object({
  name: z.string().trim().min(1).max(80),
  locale: Preferences.shape.language,
  theme: Preferences.shape.theme,
  density: Preferences.shape.density,
  /** Single keys act as shortcuts. */
  shortcuts: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

const ProfileShown = Profile.extend({
  email: z.string(),
  signIn: z.object({
    /** Null: the person signs in with single sign-on. */
    password: z.object({ changedAt: Instant.nullable(), length: z.int() }).nullable(),
    totp: z.object({ confirmedAt: Instant.nullable(), lastUsedAt: Instant.nullable() }).nullable(),
    recoveryCodes: z.object({ made: z.int(), left: z.int() }),
    /** True when a policy requires a second factor from everyone. */
    required: z.boolean(),
  }),
});
export type ProfileShown = z.infer<typeof ProfileShown>;

const Passkey = z.object({
  /** Guichê's own id: the device's may be longer than an id may be. */
  id: z.string(),
  name: z.string(),
  synced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const OWN = { permission: 'signed-in' } as const;
const CHANGE = { ...OWN, stepUp: true, idempotency: true } as const;
/** Also open to a person who must first set up a second factor. */
const ENROL = { ...CHANGE, enrols: true } as const;
const Codes = z.object({ recoveryCodes: z.array(z.string()) });

export const profileEndpoints = {
  'GET /api/settings/profile': { ...OWN, enrols: true, response: ProfileShown },
  'PATCH /api/settings/profile': {
    ...OWN,
    idempotency: true,
    body: z.strictObject(Profile.partial().shape),
    response: ProfileShown,
  },
  'POST /api/settings/profile/password': {
    ...OWN,
    stepUp: true,
    maxBody: ATTEMPT_BYTES,
    body: z.strictObject({ current: Password, next: Password }),
    status: 204,
  },
  'POST /api/settings/profile/totp': {
    ...ENROL,
    shownOnce: true,
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /api/settings/profile/totp/confirm': {
    ...ENROL,
    shownOnce: true,
    body: z.strictObject({ otp: z.string().max(20) }),
    response: Codes,
  },
  'DELETE /api/settings/profile/totp': { ...CHANGE, status: 204 },
  'POST /api/settings/profile/recovery-codes': { ...ENROL, shownOnce: true, response: Codes },
  'GET /api/settings/profile/passkeys': {
    ...OWN,
    enrols: true,
    response: z.object({ items: z.array(Passkey) }),
  },
  'POST /api/settings/profile/passkeys/options': {
    ...OWN,
    stepUp: true,
    enrols: true,
    /** Options for `navigator.credentials.create`, as JSON. */
    response: z.looseObject({ challenge: z.string() }),
  },
  'POST /api/settings/profile/passkeys': {
    ...ENROL,
    body: z.strictObject({ name: z.string().trim().min(1).max(60), attestation: PasskeyAnswer }),
    response: Passkey,
    status: 201,
  },
  'DELETE /api/settings/profile/passkeys/{id}': {
    ...CHANGE,
    params: ById,
    status: 204,
  },
  'GET /api/settings/sessions': { ...OWN, response: z.object({ items: z.array(OpenSession) }) },
  'DELETE /api/settings/sessions/{id}': { ...OWN, idempotency: true, params: ById, status: 204 },
  'POST /api/settings/sessions/end-others': {
    ...OWN,
    idempotency: true,
    response: z.object({ ended: z.int() }),
  },
  'POST /api/passkeys/options': {
    permission: null,
    auth: 'none',
    body: z.strictObject({ purpose: z.enum(['sign-in', 'step-up']) }),
    response: z.looseObject({ challenge: z.string() }),
  },
} as const satisfies EndpointMap;
