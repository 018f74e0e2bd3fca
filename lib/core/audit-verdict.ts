import { z } from 'zod';

/**
 * Causes at the first broken entry. `changed`: its content. `removed`: one before it is missing. `reordered`:
 * the entry of this place is elsewhere. `cut`: the log ends before it. `rewound`: the data folder recorded
 * another. `added`: it comes after the head. `head`: the head is wrong. `key`: its secret is missing.
 */
export const AUDIT_CAUSES = [
  'changed',
  'removed',
  'reordered',
  'cut',
  'rewound',
  'added',
  'head',
  'key',
] as const;

/** `firstBroken`: number of the first invalid entry. */
export const AuditVerdict = z.object({
  entries: z.int(),
  intact: z.boolean(),
  firstBroken: z.int().nullable(),
  cause: z.enum(AUDIT_CAUSES).nullable(),
  /** When this verification ended. */
  at: z.iso.datetime(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;
