/** Counts move slowly and cost many calls; the rest of the page is one call each. Milliseconds. */
export const COUNTS_EVERY_MS = 5 * 60_000;
export const PANELS_EVERY_MS = 30_000;
