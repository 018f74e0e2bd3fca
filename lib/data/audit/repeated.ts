import 'server-only';

/** Time in ms during which the same refusal is not written again. */
export const REPEATED_MS = 600_000;

export type RefusalLimits = {
  /** Limit of different refusals of one caller within the window. */
  mostOfOne: number;
  /** Limit of refusals of all callers within the window. */
  most: number;
};

/**
 * Decides whether to write a refusal that anybody can repeat: each once in ten minutes per caller, and within
 * the limits, because nothing is ever deleted from the log. Counts in this process only.
 */
export class RepeatedRefusals {
  readonly #limits: RefusalLimits;
  /** By caller: each refusal and when it was written (ms of the monotonic clock). */
  #written = new Map<string, Map<string, number>>();
  #size = 0;

  constructor(limits: RefusalLimits) {
    this.#limits = limits;
  }

  /** True if the caller must write the refusal: once for each refusal and window. */
  isNews(who: string, what: string): boolean {
    const now = performance.now();
    const own = this.#written.get(who) ?? new Map<string, number>();
    const last = own.get(what);
    if (last !== undefined && now - last < REPEATED_MS) return false;
    if (own.size >= this.#limits.mostOfOne || this.#size >= this.#limits.most) this.#dropOld(now);
    if (own.size >= this.#limits.mostOfOne || this.#size >= this.#limits.most) return false;
    if (!own.has(what)) this.#size += 1;
    own.set(what, now);
    this.#written.set(who, own);
    return true;
  }

  #dropOld(now: number): void {
    this.#size = 0;
    for (const [who, own] of this.#written) {
      for (const [what, at] of own) if (now - at >= REPEATED_MS) own.delete(what);
      if (own.size === 0) this.#written.delete(who);
      this.#size += own.size;
    }
  }
}
