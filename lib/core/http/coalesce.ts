import 'server-only';

type Shared = { answer: Promise<unknown>; waiting: number; stop: AbortController };

/**
 * Identical reads in flight share one call. A caller that goes away gets its abort at once; the call itself is
 * ended only when nobody waits for it any more. What is shared must not be changed by who gets it.
 */
export class Coalescer {
  readonly #flying = new Map<string, Shared>();

  async share<T>(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const shared = this.#flying.get(key) ?? this.#start(key, run);
    shared.waiting += 1;
    try {
      return (await (signal === undefined ? shared.answer : orAbort(shared.answer, signal))) as T;
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        // A later caller starts anew: this flight is over or being ended.
        if (this.#flying.get(key) === shared) this.#flying.delete(key);
        shared.stop.abort();
      }
    }
  }

  /** Something changed: who asks from now on gets no answer that began before. */
  renew(): void {
    this.#flying.clear();
  }

  #start(key: string, run: (signal: AbortSignal) => Promise<unknown>): Shared {
    const stop = new AbortController();
    const shared: Shared = { answer: run(stop.signal), waiting: 0, stop };
    this.#flying.set(key, shared);
    const land = () => {
      if (this.#flying.get(key) === shared) this.#flying.delete(key);
    };
    shared.answer.then(land, land);
    return shared;
  }
}

function orAbort(answer: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
