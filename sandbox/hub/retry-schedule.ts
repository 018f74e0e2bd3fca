const MINUTE = 60_000;

/**
 * Minutes after each failed attempt: ten attempts, the last two six hours apart, not quite 18 hours overall.
 */
const WAITS = [2, 5, 10, 30, 60, 120, 180, 300, 360];

export const MAX_ATTEMPTS = WAITS.length + 1;

/** Simulated ms from failed attempt `attempt` to the next; null after the tenth. */
export function waitAfter(attempt: number): number | null {
  const minutes = WAITS[attempt - 1];
  return minutes === undefined ? null : minutes * MINUTE;
}
