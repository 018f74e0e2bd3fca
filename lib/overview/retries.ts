import { CallError } from '#lib/api/client.ts';
import type { Problem, ProblemCode } from '#lib/api/errors.ts';

/** Where a service names no wait of its own. */
const OWN_WAIT_SECONDS = 15;
const PASSING: readonly ProblemCode[] = [
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
  'internal',
];

/** Whether reading again can help by itself: the catalogue decides where it knows the code. */
export function passesByItself(problem: Problem): boolean {
  return problem.help === undefined ? PASSING.includes(problem.code) : problem.help.retry === 'self';
}

/** The same failure with a wait to count down, where waiting is what helps. */
export function withWait(error: unknown): unknown {
  if (!(error instanceof CallError) || !passesByItself(error.problem)) return error;
  if (error.problem.retryAfterSeconds !== undefined) return error;
  const waiting = new CallError({ ...error.problem, retryAfterSeconds: OWN_WAIT_SECONDS });
  return Object.assign(waiting, { at: error.at });
}
