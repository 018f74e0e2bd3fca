import 'server-only';

type Shared = { answer: Promise<unknown>; waiting: number; stop: AbortController };

/**
 * Identical concurrent reads share one call and answer. Callers must not change the shared answer. A caller
 * that aborts fails at once; the call itself is aborted once nobody waits for it any more.
 */
export class Coalescer {
  readonly #inFlight = new Map<string, Shared>();

  async share<T>(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const shared = this.#inFlight.get(key) ?? this.#start(key, run);
    shared.waiting += 1;
    try {
      return (await (signal === undefined ? shared.answer : orAbort(shared.answer, signal))) as T;
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        // A later caller starts a new call: this one is over or being aborted.
        if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
        shared.stop.abort();
      }
    }
  }

  /** Called after a change: later callers share no call that began before it. */
  renew(): void {
    this.#inFlight.clear();
  }

  #start(key: string, run: (signal: AbortSignal) => Promise<unknown>): Shared {
    const stop = new AbortController();
    const shared: Shared = { answer: run(stop.signal), waiting: 0, stop };
    this.#inFlight.set(key, shared);
    const finish = () => {
      if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
    };
    shared.answer.then(finish, finish);
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
