import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallError } from '#lib/api/client.ts';
import { connection } from '#lib/api/connection.ts';
import type { Problem, ProblemCode } from '#lib/core/errors.ts';

const STALE_MS = 15_000;
/** Statuses that pass with time and name no waiting time. The server has already retried the provider. */
const TRANSIENT_STATUSES = new Set([0, 503, 504]);

/** `retry` for secondary data: once, if waiting can help. Main data shows its error or countdown at once. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof CallError)) return false;
  const { help, status, retryAfterSeconds } = error.problem;
  if (help !== undefined && help.retry !== 'self') return false;
  return retryAfterSeconds === undefined && TRANSIENT_STATUSES.has(status);
}

// Reads pause while the server is unreachable and resume when it is back.
onlineManager.setEventListener((setOnline) =>
  connection.subscribe(() => setOnline(connection.reach().state !== 'down')),
);

/** One per browser tab, and one per request on the server. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A refusal stays on screen until someone retries. Returning to the page is not a retry.
      queries: { staleTime: STALE_MS, retry: false, retryDelay: 1500, retryOnMount: false },
      // Never queue a change: it would run later, when nobody watches.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const DEFAULT_WAIT_SECONDS = 15;
const TRANSIENT_CODES: readonly ProblemCode[] = [
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
  'internal',
];

/** True when a retry can help without anyone acting. The catalogue decides if it knows the code. */
export function passesByItself(problem: Problem): boolean {
  return problem.help === undefined ? TRANSIENT_CODES.includes(problem.code) : problem.help.retry === 'self';
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
