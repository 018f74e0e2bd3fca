import 'server-only';
import type { Query } from '#lib/providers/client/client.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import type { Call } from '#lib/providers/port.ts';

/** Receives an answer's text before it is parsed; parsing waits for it. */
export type Seen = (text: string) => Promise<void>;
type Read = (query: Query, call: Call, seen: Seen) => Promise<Answer>;
/** Predicts the next page's query from an answer's text; null when uncertain. */
export type PrefetchNext = (text: string) => Query | null;

type StartedRead = {
  query: string;
  answer: Promise<Answer>;
  prefetchNext: PrefetchNext | null;
  stop: AbortController;
};

/** Requests the next page while this one is parsed. Another query ends it and all later ones. */
export class NextPagePrefetch {
  readonly #prefetched = new WeakMap<Call, StartedRead>();
  readonly #mispredicted = new WeakSet<Call>();

  read(query: Query, call: Call, read: Read, prefetchNext: PrefetchNext): Promise<Answer> {
    const prefetched = this.#prefetched.get(call);
    this.#prefetched.delete(call);
    if (prefetched !== undefined && prefetched.query === JSON.stringify(query)) {
      prefetched.prefetchNext = prefetchNext;
      return prefetched.answer;
    }
    if (prefetched !== undefined) {
      prefetched.stop.abort();
      this.#mispredicted.add(call);
    }
    return this.#begin(query, call, read, prefetchNext).answer;
  }

  /** `prefetchNext` is null for a prefetch that no caller has requested yet. */
  #begin(query: Query, call: Call, read: Read, prefetchNext: PrefetchNext | null): StartedRead {
    const stop = new AbortController();
    const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal]);
    const seen = async (text: string) => {
      const next = this.#mispredicted.has(call) ? null : (started.prefetchNext?.(text) ?? null);
      if (next === null) return;
      this.#prefetched.set(call, this.#begin(next, call, read, null));
      // Lets the request leave before parsing occupies the processor.
      await new Promise((resolve) => setImmediate(resolve));
    };
    const answer = read(query, { ...call, signal }, seen);
    // The reader of `answer` handles its fault; a prefetch may have no reader.
    answer.catch(() => undefined);
    const started: StartedRead = { query: JSON.stringify(query), answer, prefetchNext, stop };
    return started;
  }
}
