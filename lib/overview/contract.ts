import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { Balance, Cents, CertificateTerm, Instant, Profile } from '#lib/providers/records.ts';

/** What puts money into a day: the posting of statement lines, or the creation of transactions. */
export const Basis = z.enum(['posted', 'created']);
export type Basis = z.infer<typeof Basis>;

/**
 * Figures of one São Paulo day up to a time of day. Counts are of the transactions created in it, by their
 * present status; `deposits`: those paid and those expired. Sums are in cents, by `basis`; null when unknown.
 */
export const DayFigures = z.object({
  from: Instant,
  to: Instant,
  total: z.int().nullable(),
  byStatus: z.record(z.string(), z.int()),
  deposits: z.object({ paid: z.int(), expired: z.int() }).nullable(),
  in: Cents.nullable(),
  out: Cents.nullable(),
  fees: Cents.nullable(),
  basis: Basis,
});
export type DayFigures = z.infer<typeof DayFigures>;

export const Today = z.object({ today: DayFigures, yesterday: DayFigures, asOf: Instant });
export type Today = z.infer<typeof Today>;

/** Money moved on a São Paulo day, in cents. */
const VolumeDay = z.object({ day: z.string(), in: Cents, out: Cents });
export type VolumeDay = z.infer<typeof VolumeDay>;

/**
 * `days` is null when the provider has no summary. `reading`: the statement is still being read; until then the
 * days are by creation.
 */
export const Volume = z.object({
  days: z.array(VolumeDay).nullable(),
  basis: Basis,
  reading: z.boolean(),
  asOf: Instant,
});
export type Volume = z.infer<typeof Volume>;

export const Health = z.object({
  state: z.enum(['unknown', 'ok', 'degraded', 'down']),
  lastSuccessAt: Instant.nullable(),
  lastFailureAt: Instant.nullable(),
  /** Why the address could not be reached; null once anything answered. */
  unreached: z.enum(['name', 'refused', 'silent', 'certificate', 'other']).nullable(),
  /** Host of the account's base address. */
  host: z.string(),
  latencyMs: z.number().nullable(),
  circuit: z.enum(['closed', 'open', 'half_open']),
  /** Rate-limit pauses since the São Paulo midnight. */
  pauses: z.int(),
  lastPauseAt: Instant.nullable(),
  lastPauseSeconds: z.number().nullable(),
  /** Provider code that makes the account read-only or closed (PZA206, PZA203, …); null when none is known. */
  blockedBy: z.string().nullable(),
  sourceIp: z.string().nullable(),
  /** Term of the account's client certificate; null without one. */
  certificate: CertificateTerm.nullable(),
  /** Number of the first altered audit entry; null: none is known, or the caller may not manage. */
  auditBroken: z.int().nullable(),
});
export type Health = z.infer<typeof Health>;

/** `operations` are the provider's own names; empty when it does not state which operations it refuses. */
export const AccountBlock = z.object({ operations: z.array(z.string()), changedAt: Instant });
export type AccountBlock = z.infer<typeof AccountBlock>;

/** Document 1, GET /status/: the service's own status as a short text. */
export const ServiceStatus = z.object({
  words: z.string().nullable(),
  /** Whether the text means that the service is well; null: unknown. */
  well: z.boolean().nullable(),
  answered: z.boolean(),
  asOf: Instant,
});
export type ServiceStatus = z.infer<typeof ServiceStatus>;

export const overviewEndpoints = {
  'GET /balance': { permission: 'read', response: Balance },
  'GET /profile': { permission: 'read', response: Profile },
  'GET /health': { permission: 'read', response: Health },
  'GET /block': { permission: 'read', response: z.object({ block: AccountBlock.nullable() }) },
  'GET /service-status': { permission: 'read', response: ServiceStatus },
  'GET /overview/today': { permission: 'read', response: Today },
  'GET /overview/volume': { permission: 'read', response: Volume },
} as const satisfies EndpointMap;
