import 'server-only';

const FAULTS = 5;
const WITHIN_MS = 10_000;
const OPEN_MS = 15_000;

export type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * Five faults in ten seconds open it; after fifteen seconds one call may try. Every admitted call ends in exactly
 * one of `success`, `fault` or `neither` (given up by its caller, or an answer that says nothing of the service).
 */
export class Circuit {
  readonly #now: () => number;
  #faults: number[] = [];
  #openedAt: number | null = null;
  #probing = false;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get state(): CircuitState {
    if (this.#openedAt === null) return 'closed';
    return this.#now() - this.#openedAt >= OPEN_MS ? 'half_open' : 'open';
  }

  /** 0 when the call may go, else the ms after which asking again makes sense. */
  admit(): number {
    if (this.#openedAt === null) return 0;
    const left = this.#openedAt + OPEN_MS - this.#now();
    if (left > 0) return left;
    if (this.#probing) return 1000;
    this.#probing = true;
    return 0;
  }

  success(): void {
    this.#faults = [];
    this.#openedAt = null;
    this.#probing = false;
  }

  fault(): void {
    const now = this.#now();
    const probe = this.#probing;
    this.#probing = false;
    this.#faults = [...this.#faults.filter((at) => now - at < WITHIN_MS), now];
    if (probe || (this.#openedAt === null && this.#faults.length >= FAULTS)) this.#openedAt = now;
  }

  neither(): void {
    this.#probing = false;
  }
}
