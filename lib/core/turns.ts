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

/** So many run at once; the others wait their turn, first come first served. */
export class Turns {
  readonly #limits: Limits;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#line.length;
  }

  async take(): Promise<void> {
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

  /** Ends a turn: the first in the line takes it over. */
  give(): void {
    const begin = this.#line.shift();
    if (begin === undefined) this.#taken -= 1;
    else begin();
  }
}
