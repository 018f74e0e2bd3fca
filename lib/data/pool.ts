import 'server-only';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { Semaphore } from '#lib/core/semaphore.ts';
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
  readonly #slots = new Semaphore({
    atOnce: OF_UNATTENDED,
    patienceMs: PATIENCE_MS,
    refusal: () => new Error('timeout exceeded when trying to connect'),
  });

  constructor(config: PoolConfig) {
    super({ ...config, max: CONNECTIONS });
    this.on('release', (_, client) => {
      if (this.#connected.delete(client)) this.#slots.release();
    });
  }

  get waiting(): number {
    return this.waitingCount + this.#slots.waiting;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) return isUnattended() ? this.#connectInSlot() : super.connect();
    if (!isUnattended()) super.connect(callback);
    else
      this.#connectInSlot().then(
        (client) => callback(undefined, client, (error) => client.release(error as Error)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    return undefined;
  }

  async #connectInSlot(): Promise<PoolClient> {
    await this.#slots.acquire();
    try {
      const client = await super.connect();
      this.#connected.add(client);
      return client;
    } catch (error) {
      this.#slots.release();
      throw error;
    }
  }
}
