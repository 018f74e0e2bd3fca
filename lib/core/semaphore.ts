import 'server-only';

type Limits = {
  atOnce: number;
  /** Longest wait in ms. */
  patienceMs: number;
  /** Most that may wait at once; absent: any number. */
  mostWaiting?: number;
  /** The error of whoever waits too long or finds the line full. */
  refusal: () => Error;
};

/** At most `atOnce` run at the same time; the others wait for a slot, first come first served. */
export class Semaphore {
  readonly #limits: Limits;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#line.length;
  }

  async acquire(): Promise<void> {
    const { atOnce, patienceMs, mostWaiting = Number.POSITIVE_INFINITY, refusal } = this.#limits;
    if (this.#taken < atOnce) {
      this.#taken += 1;
      return;
    }
    if (this.#line.length >= mostWaiting) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(begin), 1);
        reject(refusal());
      }, patienceMs).unref();
      this.#line.push(begin);
    });
  }

  /** Frees a slot: the first in the line takes it over. */
  release(): void {
    const begin = this.#line.shift();
    if (begin === undefined) this.#taken -= 1;
    else begin();
  }
}
