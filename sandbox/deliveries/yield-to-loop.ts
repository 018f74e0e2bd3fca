const LONGEST_RUN_MS = 8;

/** Lets other requests run during a long scan: `if (b.isDue()) await b.breathe()` at every step. */
export class LoopYielder {
  #since = performance.now();
  #steps = 0;

  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % 32 === 0 && performance.now() - this.#since > LONGEST_RUN_MS;
  }

  async breathe(): Promise<void> {
    await new Promise<void>((resume) => setImmediate(resume));
    this.#since = performance.now();
  }
}
