import { CallError } from '#lib/api/client.ts';
import type { Problem, ProblemCode } from '#lib/core/errors.ts';

/** Where a service names no wait of its own. */
const OWN_WAIT_SECONDS = 15;
const POLICY_IMPACT: readonly ProblemCode[] = [
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
  'internal',
];

/** Tells if reading again can help by itself: the catalogue decides where it knows the code. */
export function passesByItself(problem: Problem): boolean {
  return problem.help === undefined ? POLICY_IMPACT.includes(problem.code) : problem.help.retry === 'self';
}

/** The cause of a failure, to tell if several readings failed alike; null for a defect of the page itself. */
export function causeOf(error: unknown): string | null {
  if (!(error instanceof CallError)) return null;
  const { code, provider } = error.problem;
  return `${code} ${provider?.code ?? ''}`;
}

/** From this many panels on, a cause that they share is said once, above them. */
const MANY = 3;

/** The failure that many readings without data have in common; null where there is none. */
export function sharedFailure(readings: readonly { data: unknown; error: unknown }[]): unknown {
  const failed = readings.filter(({ data, error }) => error !== null && data === undefined);
  const shared = failed.find(
    ({ error }) =>
      causeOf(error) !== null &&
      failed.filter((other) => causeOf(other.error) === causeOf(error)).length >= MANY,
  );
  return shared?.error ?? null;
}

/** The same failure with a wait to count down, where waiting is what helps: it is read again by itself then. */
export function withWait(error: unknown): unknown {
  if (!(error instanceof CallError) || !passesByItself(error.problem)) return error;
  if (error.problem.retryAfterSeconds !== undefined) return error;
  const waiting = new CallError({ ...error.problem, retryAfterSeconds: OWN_WAIT_SECONDS });
  return Object.assign(waiting, { at: error.at });
}
