import { z } from 'zod';
import { Instant, Unread } from '#lib/providers/records.ts';

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

/** A list answer's notes on how its rows were read; empty when every row was read completely. */
export const visibleProblems = {
  /** Rows that lack a required field. They are shown with the fields they have. */
  unread: Unread.optional(),
  /** Filters that the provider did not apply; Guichê applied them to the returned rows. */
  filteredHere: z.array(z.string()).optional(),
  /** Filters that no returned row can confirm. */
  filtersUntold: z.array(z.string()).optional(),
};
const VisibleProblems = z.object(visibleProblems);
export type VisibleProblems = z.infer<typeof VisibleProblems>;
