import { z } from 'zod';

/**
 * At the first broken entry: `changed` content, one `removed` or `reordered`, a log `cut` before it or
 * `rewound` behind the data folder, `added` after the head, a wrong `head`, no secret (`key`).
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
  at: z.iso.datetime(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;
