/** The server's clock for the browser, whose own may be hours off. On the server: the process's clock. */

/** Header of the API's answers: the server's time, epoch ms. */
export const SERVER_TIME = 'x-server-time';

const NOTABLE_MS = 60_000;

const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** What one answer proves: the server is ahead of this computer by at least and at most so many ms. */
type Bounds = { least: number; most: number };

export class ServerClock {
  /** ms by which the server's clock is ahead of this computer's. */
  #ahead = 0;
  #isLearnt = false;
  #unconfirmed: Bounds | null = null;
  readonly #local: () => number;
  readonly #listeners = new Set<() => void>();

  constructor(local: () => number) {
    this.#local = local;
  }

  /** Epoch ms. */
  readonly now = (): number => this.#local() + this.#ahead;

  /** ms by which this computer's clock is ahead of the server's (negative: behind); 0 up to a minute. */
  readonly difference = (): number => (Math.abs(this.#ahead) > NOTABLE_MS ? -this.#ahead : 0);

  readonly toServer = (local: number): number => local + this.#ahead;
  readonly toLocal = (server: number): number => server - this.#ahead;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Starts to time a request. The returned function takes the answer's header. */
  asking(): (header: string | null) => void {
    const [local, steady] = [this.#local(), performance.now()];
    return (header) => {
      // Sleep stops one of the two clocks; setting the computer's clock can turn the other back.
      const took = Math.max(this.#local() - local, performance.now() - steady);
      this.learn(Number(header), took);
    };
  }

  /**
   * Learns from an answer's time (epoch ms), requested and received so many ms ago. The difference changes
   * only as far as the answer demands, so that it does not jitter with each call; a jump of more than a
   * minute needs two answers that agree.
   */
  learn(serverMs: number, sentAgo: number, cameAgo = 0): void {
    if (!(serverMs >= EARLIEST && serverMs < LATEST && sentAgo >= cameAgo)) return;
    const local = this.#local();
    const shown = {
      least: Math.floor(serverMs - local + cameAgo),
      most: Math.ceil(serverMs - local + sentAgo),
    };
    const next = this.#nextFor(shown);
    if (next === null) this.#unconfirmed = shown;
    else this.#set(next);
  }

  #nextFor(shown: Bounds): number | null {
    if (!this.#isLearnt) return Math.round((shown.least + shown.most) / 2);
    const next = within(this.#ahead, shown);
    if (Math.abs(next - this.#ahead) <= NOTABLE_MS) return next;
    const agreed = this.#unconfirmed === null ? null : overlap(this.#unconfirmed, shown);
    return agreed === null ? null : within(this.#ahead, agreed);
  }

  #set(ahead: number): void {
    const before = this.difference();
    this.#ahead = ahead;
    this.#isLearnt = true;
    this.#unconfirmed = null;
    if (this.difference() !== before) for (const listener of this.#listeners) listener();
  }
}

const within = (ahead: number, { least, most }: Bounds): number => Math.min(Math.max(ahead, least), most);

function overlap(one: Bounds, other: Bounds): Bounds | null {
  const both = { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
  return both.least <= both.most ? both : null;
}

/** The clock of this browser tab. */
export const serverClock = new ServerClock(() => Date.now());

/** The server's time, epoch ms. */
export const serverNow = (): number => serverClock.now();

/** The server's time (ISO 8601) of React Query's `dataUpdatedAt` (local clock); null before the first. */
export const readAt = (dataUpdatedAt: number): string | null =>
  dataUpdatedAt === 0 ? null : new Date(serverClock.toServer(dataUpdatedAt)).toISOString();
