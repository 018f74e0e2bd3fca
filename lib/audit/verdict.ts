import { z } from 'zod';

/**
 * What is wrong with the first entry that does not hold. `changed`: its own content. `removed`: one before it is gone.
 * `reordered`: another one belongs in its place and stands elsewhere. `cut`: the log ends before it, and went on once.
 * `rewound`: it is not the one that stood there when the data folder took note of it. `added`: it follows the end.
 * `head`: the end itself, which is kept apart. `key`: sealed with a secret that is not given any more.
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
