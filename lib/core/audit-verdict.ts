import { z } from 'zod';

/**
 * Faults of the first broken entry. `changed`: its own content. `removed`: one before it is gone.
 * `reordered`: another, elsewhere, belongs here. `cut`: the log ended before it and went on. `rewound`: the
 * data folder noted another. `added`: after the end. `head`: the end, kept apart. `key`: secret absent.
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

/** `firstBroken`: the number of the first entry that does not hold. */
export const AuditVerdict = z.object({
  entries: z.int(),
  intact: z.boolean(),
  firstBroken: z.int().nullable(),
  cause: z.enum(AUDIT_CAUSES).nullable(),
  /** When this verification ended. */
  at: z.iso.datetime(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;
