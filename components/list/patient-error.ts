import { CallError } from '#lib/api/client.ts';

const PASSING = new Set([0, 503, 504]);
const WAIT_SECONDS = 15;

/**
 * A read that fails for a reason that passes is tried again by itself, also where the answer named no waiting
 * time: then the error carries ours, and the error card counts it down.
 */
export function withWait(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { problem } = error;
  const passing = problem.help ? problem.help.retry === 'self' : PASSING.has(problem.status);
  if (!passing || problem.retryAfterSeconds !== undefined) return error;
  return new CallError({ ...problem, retryAfterSeconds: WAIT_SECONDS });
}
