import 'server-only';

/** Time in ms during which the same refusal is not written again. */
export const REPEATED_MS = 600_000;

type RefusalLimits = {
  /** Per caller within the window. */
  mostOfOne: number;
  /** Of all callers within the window. */
  most: number;
};

/**
 * Decides whether to audit a refusal that anybody can repeat: once in ten minutes, within the limits, because
 * nothing is ever deleted from the audit log. Counts in this process, so that a repeated call costs no query.
 */
export class RepeatedRefusals {
  readonly #limits: RefusalLimits;
  /** By caller: each refusal and when it was written (ms of the monotonic clock). */
  #written = new Map<string, Map<string, number>>();
  #size = 0;

  constructor(limits: RefusalLimits) {
    this.#limits = limits;
  }

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
