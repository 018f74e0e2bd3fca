export const MAX_ATTEMPTS = 40;

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** Simulated ms from failed attempt `attempt` to the next: 15 s, doubling up to 1 h, ±20 %. */
export function retryDelay(attempt: number, jitter: number): number {
  const plain = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20));
  return Math.round(plain * (0.8 + 0.4 * jitter));
}
