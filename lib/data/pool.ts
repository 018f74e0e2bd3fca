import 'server-only';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isUnattended } from '#lib/data/jobs/background.ts';

const CONNECTIONS = 10;
/** Connections that work without a request may use at once, for all accounts together. */
const OF_UNATTENDED = 5;
/** Longest wait in ms, longer than any statement: work that still waits then holds a connection itself. */
const PATIENCE_MS = 60_000;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (e?: unknown) => void,
) => void;

/** The process's connections. Work without a request waits in its own line, so that pages' queries do not. */
export class SharedPool extends Pool {
  readonly #connected = new Set<PoolClient>();
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(config: PoolConfig) {
    super({ ...config, max: CONNECTIONS });
    this.on('release', (_, client) => {
      if (this.#connected.delete(client)) this.#giveTurn();
    });
  }

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
      this.#connected.add(client);
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

  #giveTurn(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
