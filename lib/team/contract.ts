import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, PastedEmail, ThingId } from '#lib/api/query-fields.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { Instant } from '#lib/providers/records.ts';
import { OpenSession } from '#lib/session/contract.ts';

/** A role on one account, by slug, or on all accounts including future ones (`*`). */
const RoleOn = z.strictObject({ account: z.string().min(1).max(64), role: z.enum(ROLES) });
const Roles = z.array(RoleOn).max(200);
const Name = z.string().trim().min(1).max(80);

export const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(['invited', 'active', 'disabled']),
  /** One of the simulator's ready sign-ins. It ends with the first real account, and nobody can change it. */
  ready: z.boolean(),
  roles: z.array(z.object({ account: z.string(), role: z.enum(ROLES) })),
  secondFactor: z.union([z.literal('none'), z.array(z.enum(['totp', 'passkey']))]),
  signOn: z.enum(['password', 'oidc']),
  lastSeenAt: Instant.nullable(),
  invitedAt: Instant.nullable(),
  invitedBy: z.string().nullable(),
  /** Until when the person's open link can be used. */
  linkUntil: Instant.nullable(),
  openSessions: z.int(),
});
export type Person = z.infer<typeof Person>;

/** A person's second factors, for administrators of the team. */
export const PersonFactors = z.object({
  keys: z.array(z.object({ name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() })),
  totp: z.object({ confirmedAt: Instant.nullable(), lastUsedAt: Instant.nullable() }).nullable(),
  recoveryCodes: z.object({ made: z.int(), left: z.int() }),
});
export type PersonFactors = z.infer<typeof PersonFactors>;

/** Shown once. The token is behind `#`, which is not sent to servers. `mailed`: also sent by e-mail. */
const Link = z.object({ url: z.string(), expiresAt: Instant, mailed: z.boolean() });
export type Link = z.infer<typeof Link>;

const PURPOSE = z.enum(['invitation', 'reset', 'forgotten']);

/** A link that can no longer be used, for whoever has its token. `by` created it and can create another. */
export const EndedLink = z.object({
  purpose: PURPOSE,
  email: z.string().nullable(),
  used: z.boolean(),
  endedAt: Instant,
  by: z.string().nullable(),
});
export type EndedLink = z.infer<typeof EndedLink>;

const CHANGE = { permission: 'manage', stepUp: true, idempotency: true } as const;
const OPEN = { permission: null, auth: 'none' } as const;
const Token = z.string().min(16).max(128);

export const teamEndpoints = {
  'GET /api/settings/team': {
    permission: 'manage',
    response: z.object({
      items: z.array(Person),
      accounts: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  },
  'POST /api/settings/team': {
    ...CHANGE,
    shownOnce: true,
    body: z.strictObject({ email: PastedEmail, name: Name.optional(), roles: Roles.min(1) }),
    response: z.object({ id: z.string(), invitation: Link }),
    status: 201,
  },
  'PATCH /api/settings/team/{id}': {
    ...CHANGE,
    params: ById,
    body: z.strictObject({
      name: Name.optional(),
      roles: Roles.optional(),
      state: z.enum(['active', 'disabled']).optional(),
    }),
    response: Person,
  },
  'POST /api/settings/team/{id}/invitation': { ...CHANGE, shownOnce: true, params: ById, response: Link },
  'POST /api/settings/team/{id}/reset': { ...CHANGE, shownOnce: true, params: ById, response: Link },
  'POST /api/settings/team/{id}/sign-out': {
    ...CHANGE,
    params: ById,
    response: z.object({ ended: z.int() }),
  },
  'GET /api/settings/team/{id}/factors': { permission: 'manage', params: ById, response: PersonFactors },
  'GET /api/settings/team/{id}/sessions': {
    permission: 'manage',
    params: ById,
    response: z.object({ items: z.array(OpenSession) }),
  },
  'DELETE /api/settings/team/{id}/sessions/{session}': {
    ...CHANGE,
    params: ById.extend({ session: ThingId }),
    status: 204,
  },
  /** Describes the link: `purpose` says whether an invitation is accepted or a new password is set. */
  'POST /api/invitation/read': {
    ...OPEN,
    body: z.strictObject({ token: Token }),
    existing: EndedLink,
    response: z.object({
      purpose: PURPOSE,
      email: z.string(),
      name: z.string(),
      expiresAt: Instant,
      invitedBy: z.string().nullable(),
      roles: z.array(z.object({ account: z.string().nullable(), role: z.enum(ROLES) })),
      passwordLength: z.int(),
    }),
  },
  /** The answer does not reveal who has an account. */
  'POST /api/password-reset': { ...OPEN, body: z.strictObject({ email: PastedEmail }), status: 204 },
  'POST /api/invitation': {
    ...OPEN,
    body: z.strictObject({ token: Token, name: Name, password: z.string().min(1).max(256) }),
    status: 204,
  },
} as const satisfies EndpointMap;
