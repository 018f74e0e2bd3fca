import { z } from 'zod';
import { Unread } from '#lib/providers/records.ts';

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
