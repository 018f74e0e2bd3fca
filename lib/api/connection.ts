import { serverNow } from '#lib/core/clock.ts';

/** `doubted`: a request had no answer, and the server is being asked whether it is there. `since`: epoch ms. */
export type Reach = { state: 'up' } | { state: 'doubted' | 'down'; since: number };
type Means = {
  /** Tells if the server answers as itself; never rejects. */
  ask: () => Promise<boolean>;
  /** Resolves after so many ms, or at once when `signal` is aborted. */
  rest: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
};

const FIRST_REST_MS = 1_000;
const MOST_REST_MS = 10_000;
const UP: Reach = { state: 'up' };

/** Tracks if the server can be reached. In doubt it asks the server, again and again until it answers. */
export class Connection {
  #reach: Reach = UP;
  #waking = new AbortController();
  readonly #means: Means;
  readonly #listeners = new Set<() => void>();

  constructor(means: Means) {
    this.#means = means;
  }

  readonly reach = (): Reach => this.#reach;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A request had no answer. */
  readonly doubt = (): void => {
    if (this.#reach.state !== 'up') return;
    this.#set({ state: 'doubted', since: this.#means.now() });
    void this.#askOn();
  };

  /** The browser lost its network, or has it again: nobody waits for the next question. */
  readonly changed = (online: boolean): void => {
    if (!online && this.#reach.state !== 'down') {
      const asking = this.#reach.state === 'doubted';
      this.#set({ state: 'down', since: this.#means.now() });
      if (!asking) void this.#askOn();
    }
    this.#waking.abort();
  };

  async #askOn(): Promise<void> {
    for (let rest = FIRST_REST_MS; !(await this.#means.ask()); rest = Math.min(rest * 2, MOST_REST_MS)) {
      const { state } = this.#reach;
      if (state === 'doubted') this.#set({ ...this.#reach, state: 'down' });
      this.#waking = new AbortController();
      await this.#means.rest(rest, this.#waking.signal);
    }
    this.#set(UP);
  }

  #set(reach: Reach): void {
    this.#reach = reach;
    for (const listener of this.#listeners) listener();
  }
}

const ASKED_MS = 5_000;

async function isThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(ASKED_MS);
    const answer = await fetch('/api/health', { cache: 'no-store', signal });
    return answer.ok && ((await answer.json()) as { alive?: unknown }).alive === true;
  } catch {
    return false;
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** This browser tab's. */
export const connection = new Connection({ ask: isThere, rest, now: serverNow });

/** Follows whether the browser has a network. Returns how to end it. */
export function watchNetwork(): () => void {
  const online = () => connection.changed(true);
  const offline = () => connection.changed(false);
  addEventListener('online', online);
  addEventListener('offline', offline);
  if (!navigator.onLine) offline();
  return () => {
    removeEventListener('online', online);
    removeEventListener('offline', offline);
  };
}
