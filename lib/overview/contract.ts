import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { Balance, Cents, CertificateTerm, Instant, Profile } from '#lib/providers/records.ts';

/**
 * Counts of one São Paulo day, up to the same time of day for both days compared, of what was created in it and
 * by its status now. `deposits`: of the deposits created, those paid and those that expired. Sums null when unknown.
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
});
export type DayFigures = z.infer<typeof DayFigures>;

export const Today = z.object({ today: DayFigures, yesterday: DayFigures, asOf: Instant });
export type Today = z.infer<typeof Today>;

/**
 * Volume by day: money that moved; `days` null where the provider has no summary of it.
 */
export const Volume = z.object({
  days: z.array(z.object({ day: z.string(), in: Cents, out: Cents })).nullable(),
  asOf: Instant,
});
export type Volume = z.infer<typeof Volume>;

export const Health = z.object({
  state: z.enum(['unknown', 'ok', 'degraded', 'down']),
  lastSuccessAt: Instant.nullable(),
  lastFailureAt: Instant.nullable(),
  /** The address's fault, where nothing was ever reached. */
  unreached: z.enum(['name', 'refused', 'silent', 'certificate', 'other']).nullable(),
  /** The host that is called. */
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
  /** Of the account itself, towards the provider; null where it has none. */
  certificate: CertificateTerm.nullable(),
  /** The first audit entry that does not hold; null: none is known, or the caller may not manage. */
  auditBroken: z.int().nullable(),
});
export type Health = z.infer<typeof Health>;

/** Operations are the provider's words; none: it does not say which it refuses. */
export const AccountBlock = z.object({ operations: z.array(z.string()), changedAt: Instant });
export type AccountBlock = z.infer<typeof AccountBlock>;

/** Document 1, GET /status/: what the service says of itself, in few words; null where it has no such route. */
export const ServiceStatus = z.object({
  words: z.string().nullable(),
  /** The words mean that all is well; null: nobody can tell. */
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
