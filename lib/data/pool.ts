import 'server-only';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isUnattended } from '#lib/data/background-priority.ts';

const CONNECTIONS = 10;
/** Connections that work without a request may use at once, for all accounts together. */
const OF_UNATTENDED = 5;
/**
 * Longest wait in ms, longer than any statement takes. Work that still waits then holds a connection itself
 * and would wait forever.
 */
const PATIENCE_MS = 60_000;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (e?: unknown) => void,
) => void;

/**
 * The process's connections. Work without a request waits in its own line before it asks for a connection.
 * Otherwise fifty accounts' readers would use them all, and a page's query would time out behind theirs.
 */
export class SharedPool extends Pool {
  readonly #held = new Set<PoolClient>();
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(config: PoolConfig) {
    super({ ...config, max: CONNECTIONS });
    this.on('release', (_, client) => {
      if (this.#held.delete(client)) this.#giveTurn();
    });
  }

  /** Calls that wait in either line. */
  get waiting(): number {
    return this.waitingCount + this.#line.length;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) return isUnattended() ? this.#connectInTurn() : super.connect();
    if (!isUnattended()) super.connect(callback);
    else
      this.#connectInTurn().then(
        (client) => callback(undefined, client, (error) => client.release(error as Error)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    return undefined;
  }

  async #connectInTurn(): Promise<PoolClient> {
    await this.#turn();
    try {
      const client = await super.connect();
      this.#held.add(client);
      return client;
    } catch (error) {
      this.#giveTurn();
      throw error;
    }
  }

  async #turn(): Promise<void> {
    if (this.#taken < OF_UNATTENDED) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(next), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      }, PATIENCE_MS);
      timer.unref();
      this.#line.push(next);
    });
  }

  /** Passes the turn to the next in line, or frees it. */
  #giveTurn(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
