/**
 * The server's clock, for code that runs in the browser: the operator's computer may be hours off. Counts, deadlines
 * and "today" go by `serverNow`. On the server it is the process's clock, because nothing is learnt there.
 */

/** Header of the API's answers: the server's time, epoch ms. */
export const SERVER_TIME = 'x-server-time';

/** A difference above this is told to the operator. */
const NOTABLE_MS = 60_000;

const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** What one answer shows: the server is ahead of this computer by this many ms, no less and no more. */
type Bounds = { least: number; most: number };

export class ServerClock {
  /** ms by which the server's clock is ahead of this computer's. */
  #ahead = 0;
  #isLearnt = false;
  #doubted: Bounds | null = null;
  readonly #local: () => number;
  readonly #listeners = new Set<() => void>();

  constructor(local: () => number) {
    this.#local = local;
  }

  /** Epoch ms. */
  readonly now = (): number => this.#local() + this.#ahead;

  /** ms by which this computer's clock is ahead of the server's, negative where it is behind; 0 up to a minute. */
  readonly difference = (): number => (Math.abs(this.#ahead) > NOTABLE_MS ? -this.#ahead : 0);

  readonly toServer = (local: number): number => local + this.#ahead;
  readonly toLocal = (server: number): number => server - this.#ahead;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Begins to measure a question; the function it returns takes the header of the answer. */
  asking(): (header: string | null) => void {
    const [local, steady] = [this.#local(), performance.now()];
    return (header) => {
      // A computer that sleeps stops one of the two, one whose clock is set turns the other back.
      const took = Math.max(this.#local() - local, performance.now() - steady);
      this.learn(Number(header), took);
    };
  }

  /**
   * Learns from the server's time (epoch ms) in an answer whose question left `sentAgo` ms ago and which came `cameAgo`
   * ms ago: the server told it in between. What the answer leaves open stays as it was, so that the clock does not
   * shake with the length of each call; a jump of more than a minute needs two answers that agree.
   */
  learn(told: number, sentAgo: number, cameAgo = 0): void {
    if (!(told >= EARLIEST && told < LATEST && sentAgo >= cameAgo)) return;
    const local = this.#local();
    const shown = { least: Math.floor(told - local + cameAgo), most: Math.ceil(told - local + sentAgo) };
    const next = this.#nextFor(shown);
    if (next === null) this.#doubted = shown;
    else this.#set(next);
  }

  /** The difference after this answer; null where it needs another that agrees. */
  #nextFor(shown: Bounds): number | null {
    if (!this.#isLearnt) return Math.round((shown.least + shown.most) / 2);
    const next = within(this.#ahead, shown);
    if (Math.abs(next - this.#ahead) <= NOTABLE_MS) return next;
    const agreed = this.#doubted === null ? null : overlap(this.#doubted, shown);
    return agreed === null ? null : within(this.#ahead, agreed);
  }

  #set(ahead: number): void {
    const before = this.difference();
    this.#ahead = ahead;
    this.#isLearnt = true;
    this.#doubted = null;
    if (this.difference() !== before) for (const listener of this.#listeners) listener();
  }
}

const within = (ahead: number, { least, most }: Bounds): number => Math.min(Math.max(ahead, least), most);

function overlap(one: Bounds, other: Bounds): Bounds | null {
  const both = { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
  return both.least <= both.most ? both : null;
}

/** This browser tab's. */
export const serverClock = new ServerClock(() => Date.now());

/** The server's time, epoch ms. */
export const serverNow = (): number => serverClock.now();

/** The server's time at which React Query read (its `dataUpdatedAt`, by this computer's clock); null before that. */
export const readAt = (dataUpdatedAt: number): string | null =>
  dataUpdatedAt === 0 ? null : new Date(serverClock.toServer(dataUpdatedAt)).toISOString();
