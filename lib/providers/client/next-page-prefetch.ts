import 'server-only';
import type { Query } from '#lib/providers/client/client.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import type { Call } from '#lib/providers/port.ts';

/** Told an answer's text before it is parsed: parsing waits for it. */
export type Seen = (text: string) => Promise<void>;
type Read = (query: Query, call: Call, seen: Seen) => Promise<Answer>;
/** The query that follows an answer, by its text; null in any doubt. */
export type PrefetchNext = (text: string) => Query | null;

type Begun = {
  query: string;
  answer: Promise<Answer>;
  prefetchNext: PrefetchNext | null;
  stop: AbortController;
};

/**
 * Reads of a caller who takes page after page (always with the same `call`): the next page is asked for while the one
 * before it is parsed. An answer serves the very query that it was foreseen for; where the caller asks for another one,
 * it is ended unread, and nothing more is foreseen for this caller.
 */
export class NextPagePrefetch {
  readonly #early = new WeakMap<Call, Begun>();
  readonly #mistaken = new WeakSet<Call>();

  ask(query: Query, call: Call, read: Read, prefetchNext: PrefetchNext): Promise<Answer> {
    const early = this.#early.get(call);
    this.#early.delete(call);
    if (early !== undefined && early.query === JSON.stringify(query)) {
      early.prefetchNext = prefetchNext;
      return early.answer;
    }
    if (early !== undefined) {
      early.stop.abort();
      this.#mistaken.add(call);
    }
    return this.#begin(query, call, read, prefetchNext).answer;
  }

  /** `prefetchNext` null: nobody has asked for it yet. */
  #begin(query: Query, call: Call, read: Read, prefetchNext: PrefetchNext | null): Begun {
    const stop = new AbortController();
    const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal]);
    const seen = async (text: string) => {
      const next = this.#mistaken.has(call) ? null : (begun.prefetchNext?.(text) ?? null);
      if (next === null) return;
      this.#early.set(call, this.#begin(next, call, read, null));
      // It has left before parsing takes the processor.
      await new Promise((resolve) => setImmediate(resolve));
    };
    const answer = read(query, { ...call, signal }, seen);
    // A fault is its reader's to meet; one that was foreseen may have none.
    answer.catch(() => undefined);
    const begun: Begun = { query: JSON.stringify(query), answer, prefetchNext, stop };
    return begun;
  }
}
