import { z } from 'zod';
import { Unread } from '#lib/providers/records.ts';

/** A list answer's notes on how its rows were read; empty where every row was read whole. */
export const visibleProblems = {
  /** Rows that lack what every row should tell: shown with what they have. */
  unread: Unread.optional(),
  /** Filters that the provider did not apply: applied here to the rows that came. */
  filteredHere: z.array(z.string()).optional(),
  /** Filters of which no row tells whether they were applied. */
  filtersUntold: z.array(z.string()).optional(),
};
const VisibleProblems = z.object(visibleProblems);
export type VisibleProblems = z.infer<typeof VisibleProblems>;
