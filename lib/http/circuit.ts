import 'server-only';

const FAULTS = 5;
const WITHIN_MS = 10_000;
const OPEN_MS = 15_000;
/** After its last fault, an open circuit lets an urgent call try so soon. */
const URGENT_MS = 2_000;

export type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * Five faults in ten seconds open it; after fifteen seconds one call may try. Every admitted call ends in exactly
 * one of `success`, `fault` or `neither` (given up by its caller, or an answer that says nothing of the service).
 */
export class Circuit {
  readonly #now: () => number;
  #faults: number[] = [];
  #openedAt: number | null = null;
  #probing: 'no' | 'yes' | 'urgent' = 'no';

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get state(): CircuitState {
    if (this.#openedAt === null) return 'closed';
    return this.#now() - this.#openedAt >= OPEN_MS ? 'half_open' : 'open';
  }

  /**
   * 0 when the call may go, else the ms after which asking again makes sense. `urgent`: what became of a defense or
   * of money is asked before the fifteen seconds are over, one call at a time.
   */
  admit({ urgent = false }: { urgent?: boolean } = {}): number {
    if (this.#openedAt === null) return 0;
    const left = this.#openedAt + OPEN_MS - this.#now();
    const early = left > 0;
    const last = this.#faults.at(-1) ?? 0;
    if (early && !(urgent && this.#now() - last >= URGENT_MS)) return left;
    if (this.#probing !== 'no') return 1000;
    this.#probing = early ? 'urgent' : 'yes';
    return 0;
  }

  success(): void {
    this.#faults = [];
    this.#openedAt = null;
    this.#probing = 'no';
  }

  fault(): void {
    const now = this.#now();
    // An urgent one that failed says nothing new: the others' wait is not made longer by it.
    const probe = this.#probing === 'yes';
    this.#probing = 'no';
    this.#faults = [...this.#faults.filter((at) => now - at < WITHIN_MS), now];
    if (probe || (this.#openedAt === null && this.#faults.length >= FAULTS)) this.#openedAt = now;
  }

  neither(): void {
    this.#probing = 'no';
  }
}
