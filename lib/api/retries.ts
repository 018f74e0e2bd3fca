import { CallError } from '#lib/api/client.ts';
import type { Problem, ProblemCode } from '#lib/core/errors.ts';

/** The wait when the provider names none. */
const DEFAULT_WAIT_SECONDS = 15;
const TRANSIENT: readonly ProblemCode[] = [
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
  'internal',
];

/** True when a retry can help without anyone acting. The catalogue decides if it knows the code. */
export function passesByItself(problem: Problem): boolean {
  return problem.help === undefined ? TRANSIENT.includes(problem.code) : problem.help.retry === 'self';
}

/** The cause of a failure, to compare several failures; null for a defect of the page itself. */
export function causeOf(error: unknown): string | null {
  if (!(error instanceof CallError)) return null;
  const { code, provider } = error.problem;
  return `${code} ${provider?.code ?? ''}`;
}

/** From this many panels on, a shared cause is shown once, above them. */
const MANY = 3;

/** The failure that at least `MANY` reads without data share; null if there is none. */
export function sharedFailure(readings: readonly { data: unknown; error: unknown }[]): unknown {
  const failed = readings.filter(({ data, error }) => error !== null && data === undefined);
  const shared = failed.find(
    ({ error }) =>
      causeOf(error) !== null &&
      failed.filter((other) => causeOf(other.error) === causeOf(error)).length >= MANY,
  );
  return shared?.error ?? null;
}

/** The same failure with a wait to count down, when waiting helps. The page then retries by itself. */
export function withWait(error: unknown): unknown {
  if (!(error instanceof CallError) || !passesByItself(error.problem)) return error;
  if (error.problem.retryAfterSeconds !== undefined) return error;
  const waiting = new CallError({ ...error.problem, retryAfterSeconds: DEFAULT_WAIT_SECONDS });
  return Object.assign(waiting, { at: error.at });
}
