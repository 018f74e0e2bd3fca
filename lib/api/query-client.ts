import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallError } from '#lib/api/client.ts';
import { connection } from '#lib/api/connection.ts';

const STALE_MS = 15_000;
/** Statuses that pass by themselves and say no waiting time; the server has already retried the provider. */
const POLICY_IMPACT = new Set([0, 503, 504]);

/**
 * `retry` of what is read beside a page: once more where waiting a moment can help. What a page itself shows says at
 * once why it is not there, and a named wait is counted down on screen.
 */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof CallError)) return false;
  const { help, status, retryAfterSeconds } = error.problem;
  if (help !== undefined && help.retry !== 'self') return false;
  return retryAfterSeconds === undefined && POLICY_IMPACT.has(status);
}

// Reading rests while the server cannot be reached, and goes on by itself when it can.
onlineManager.setEventListener((setOnline) =>
  connection.subscribe(() => setOnline(connection.reach().state !== 'down')),
);

/** One for each browser tab, and one for each request on the server. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A refusal stays on screen until someone asks again: coming back to a page is not asking.
      queries: { staleTime: STALE_MS, retry: false, retryDelay: 1500, retryOnMount: false },
      // A change is never kept back to be made by itself later, when nobody looks.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
