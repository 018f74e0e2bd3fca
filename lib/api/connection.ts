import { serverNow } from '#lib/core/clock.ts';
import { sleep } from '#lib/core/sleep.ts';

/** `uncertain`: a request got no answer, and the health check is still running. `since` is epoch ms. */
export type Reach = { state: 'up' } | { state: 'uncertain' | 'down'; since: number };
type Probe = {
  /** Resolves to true when Guichê itself answers the health check. Never rejects. */
  check: () => Promise<boolean>;
  /** Resolves after `ms`, or immediately when `signal` is aborted. */
  rest: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
};

const FIRST_REST_MS = 1_000;
const MOST_REST_MS = 10_000;
const UP: Reach = { state: 'up' };

/** Tracks whether the server is reachable; a failed request starts health checks until one succeeds. */
export class Connection {
  #reach: Reach = UP;
  #skipRest = new AbortController();
  readonly #probe: Probe;
  readonly #listeners = new Set<() => void>();

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  readonly reach = (): Reach => this.#reach;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Reports that a request got no answer. */
  readonly reportNoAnswer = (): void => {
    if (this.#reach.state !== 'up') return;
    this.#set({ state: 'uncertain', since: this.#probe.now() });
    void this.#checkUntilUp();
  };

  /** Reports that the browser lost or regained its network. The next health check runs immediately. */
  readonly changed = (online: boolean): void => {
    if (!online && this.#reach.state !== 'down') {
      const probing = this.#reach.state === 'uncertain';
      this.#set({ state: 'down', since: this.#probe.now() });
      if (!probing) void this.#checkUntilUp();
    }
    this.#skipRest.abort();
  };

  async #checkUntilUp(): Promise<void> {
    for (let rest = FIRST_REST_MS; !(await this.#probe.check()); rest = Math.min(rest * 2, MOST_REST_MS)) {
      const { state } = this.#reach;
      if (state === 'uncertain') this.#set({ ...this.#reach, state: 'down' });
      this.#skipRest = new AbortController();
      await this.#probe.rest(rest, this.#skipRest.signal);
    }
    this.#set(UP);
  }

  #set(reach: Reach): void {
    this.#reach = reach;
    for (const listener of this.#listeners) listener();
  }
}

const HEALTH_TIMEOUT_MS = 5_000;

async function isServerUp(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const answer = await fetch('/api/health', { cache: 'no-store', signal });
    return answer.ok && ((await answer.json()) as { alive?: unknown }).alive === true;
  } catch {
    return false;
  }
}

/** The connection of this browser tab. */
export const connection = new Connection({ check: isServerUp, rest: sleep, now: serverNow });

/** Reports the browser's online and offline events to `connection`. Returns the function that stops it. */
export function watchNetwork(): () => void {
  const watching = new AbortController();
  for (const event of ['online', 'offline'])
    addEventListener(event, () => connection.changed(event === 'online'), { signal: watching.signal });
  if (!navigator.onLine) connection.changed(false);
  return () => watching.abort();
}
