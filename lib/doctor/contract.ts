import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById } from '#lib/api/query-fields.ts';
import { NewAccount, NewCredential } from '#lib/connections/contract.ts';
import { MISSING } from '#lib/core/errors.ts';
import { Instant } from '#lib/providers/records.ts';

/** `waits`: it works, but somebody should act. `unknown`: an earlier failure prevented the check. */
export const CheckState = z.enum(['ok', 'waits', 'fails', 'unknown']);
export type CheckState = z.infer<typeof CheckState>;

/** One check. `says` is the key of its sentence (messages/…/doctor.json), `facts` are its values. */
export const Check = z.object({
  id: z.enum([
    ...(['reach', 'server-certificate', 'own-certificate', 'credential', 'scopes', 'ip'] as const),
    ...(['contract', 'clock', 'secrets', 'fields', 'routes'] as const),
  ]),
  state: CheckState,
  says: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The provider's error code, if it sent one. */
  code: z.string().nullable(),
});
export type Check = z.infer<typeof Check>;

/** A field that pages need but no row of the route has, or whose value could not be parsed. */
export const UnreadField = z.object({
  route: z.string(),
  field: z.string(),
  why: z.enum(['absent', 'unreadable']),
  count: z.int(),
  of: z.int(),
});
export type UnreadField = z.infer<typeof UnreadField>;

export const Answer = z.object({
  route: z.string(),
  /** `absent`: the provider has no such route. */
  end: z.enum(['read', 'absent', 'refused', 'unreadable', 'failed']),
  code: z.string().nullable(),
  /** For an unreadable answer: what it lacks. */
  missing: z.array(z.enum(MISSING)).optional(),
  rows: z.int(),
  ms: z.int(),
  /** Names of fields that Guichê does not know; it shows them as "other fields". */
  unknown: z.array(z.string()),
});
export type Answer = z.infer<typeof Answer>;

export const DoctorReport = z.object({
  at: Instant,
  tookMs: z.int(),
  calls: z.int(),
  checks: z.array(Check),
  unread: z.array(UnreadField),
  answers: z.array(Answer),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** Read-only calls to the provider. A credential under test is never stored. */
export const doctorEndpoints = {
  'POST /api/settings/accounts/test': {
    permission: 'manage',
    stepUp: true,
    body: NewAccount,
    response: DoctorReport,
  },
  'POST /api/settings/accounts/{id}/test': {
    permission: 'manage',
    stepUp: true,
    params: ById,
    body: NewCredential,
    response: DoctorReport,
  },
  /** The last report since the server started. */
  'GET /api/settings/accounts/{id}/doctor': {
    permission: 'manage',
    params: ById,
    response: z.object({ report: DoctorReport.nullable() }),
  },
  'POST /api/settings/accounts/{id}/doctor': {
    permission: 'manage',
    params: ById,
    response: z.object({ report: DoctorReport }),
  },
} as const satisfies EndpointMap;
