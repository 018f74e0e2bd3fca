import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';

/** `firstBroken`: the number of the first entry that was changed, or that follows one that is gone. */
export const AuditVerdict = z.object({
  entries: z.int(),
  intact: z.boolean(),
  firstBroken: z.int().nullable(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const auditEndpoints = {
  'POST /api/audit/verify': { permission: 'manage', response: AuditVerdict },
} as const satisfies EndpointMap;
