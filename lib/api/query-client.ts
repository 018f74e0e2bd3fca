import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallError } from '#lib/api/client.ts';
import { connection } from '#lib/api/connection.ts';

const STALE_MS = 15_000;
/** Statuses that pass with time and name no waiting time. The server has already retried the provider. */
const TRANSIENT = new Set([0, 503, 504]);

/**
 * `retry` for data that is secondary on a page: once, and only if waiting can help. The page's main data
 * shows its error at once; a `retryAfterSeconds` is counted down on screen.
 */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof CallError)) return false;
  const { help, status, retryAfterSeconds } = error.problem;
  if (help !== undefined && help.retry !== 'self') return false;
  return retryAfterSeconds === undefined && TRANSIENT.has(status);
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
