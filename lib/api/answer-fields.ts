import { z } from 'zod';
import { Instant } from '#lib/providers/records.ts';

/** Fields that several answers share. */

/** A member of the team. */
export const Person = z.object({ id: z.string(), name: z.string() });

/** How and when a person proved their identity. */
export const Proof = z.object({ method: z.string(), at: Instant });

/** One page of a list. `total` counts all pages; null means that nobody counted them. */
export const pageFields = <T extends z.ZodType>(row: T) => ({
  items: z.array(row),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
});
