import 'server-only';

/** How long a refusal is not written again. */
export const REPEATED_MS = 600_000;

export type RefusalLimits = {
  /** Different refusals of one caller within the window. */
  mostOfOne: number;
  /** Refusals of all callers within the window. */
  most: number;
};

/**
 * Says of refusals that anybody can repeat whether to write them: each once in ten minutes for a caller, and no more than
 * the limits, so that nobody fills a log that nothing is ever taken from. Counted in this process.
 */
export class RepeatedRefusals {
  readonly #limits: RefusalLimits;
  /** By caller: what was refused, and when it was written (ms of the clock that only goes forward). */
  #written = new Map<string, Map<string, number>>();
  #size = 0;

  constructor(limits: RefusalLimits) {
    this.#limits = limits;
  }

  /** True once for each refusal and window: the caller writes it. */
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
