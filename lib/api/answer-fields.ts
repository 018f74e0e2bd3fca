import { z } from 'zod';
import { Instant } from '#lib/providers/records.ts';

/** Fields that several answers share. */

/** Somebody of the team. */
export const Person = z.object({ id: z.string(), name: z.string() });

/** How somebody proved who they are, and when. */
export const Proof = z.object({ method: z.string(), at: Instant });

/** A page of a list; `total` of all its pages, null: not counted. */
export const pageFields = <T extends z.ZodType>(row: T) => ({
  items: z.array(row),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
});
