import 'server-only';

/** The verdict on a failed try: whether another may help, and the wait that the provider requested. */
export type Verdict = { retry: boolean; retryAfterSeconds?: number | undefined };

export type Patience = {
  tries: number;
  /** If the wait would be longer, the caller gets the outcome at once, with its wait. */
  longestWaitMs: number;
};
export const PAGE_PATIENCE: Patience = { tries: 3, longestWaitMs: 8_000 };
export const EXPORT_PATIENCE: Patience = { tries: 5, longestWaitMs: 65_000 };

const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 4_000;

/** Limits retries, so that they do not multiply an outage: ten at first, a fifth of one for each call. */
export class RetryBudget {
  #tokens = 10;
  taken = 0;

  call(): void {
    this.#tokens = Math.min(10, this.#tokens + 0.2);
  }

  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    this.taken += 1;
    return true;
  }
}

export type RetryTools = {
  budget: RetryBudget;
  patience: Patience;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
};

/**
 * Runs a read until `judge` returns null or no retry, or patience or budget ends; returns the last outcome.
 * Backoff doubles from 250 ms, with jitter, and is never shorter than the requested wait.
 */
export async function withRetries<T>(
  run: () => Promise<T>,
  judge: (outcome: T) => Verdict | null,
  { budget, patience, sleep, random }: RetryTools,
  signal?: AbortSignal,
): Promise<T> {
  budget.call();
  for (let tried = 1; ; tried += 1) {
    const outcome = await run();
    const verdict = judge(outcome);
    if (verdict === null || !verdict.retry || tried >= patience.tries || signal?.aborted) return outcome;
    const waitMs = waitBefore(tried, verdict.retryAfterSeconds, random);
    if (waitMs > patience.longestWaitMs || !budget.take()) return outcome;
    await sleep(waitMs, signal);
    if (signal?.aborted) return outcome;
  }
}

function waitBefore(tried: number, requestedSeconds: number | undefined, random: () => number): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (tried - 1));
  const jittered = backoff * (0.5 + random() / 2);
  return requestedSeconds === undefined ? jittered : requestedSeconds * 1000 + random() * FIRST_WAIT_MS;
}

/** Waits at most `ms` for an answer, then throws. The underlying work goes on. */
export function within<T>(ms: number, answer: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${Math.ceil(ms)} ms`)), Math.max(0, ms));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
