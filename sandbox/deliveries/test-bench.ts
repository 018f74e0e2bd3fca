import type { PixTransaction } from '../types.ts';
import { createDeliveries, type DeliveryEngine, type DeliveryOptions } from './engine.ts';
import { FakeWorld, fakeTransaction, ManualClock, MemoryJournal } from './fake-world.ts';

/** A long limit, so that a busy machine does not fail a test. */
export const PATIENCE_MS = 30_000;
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** For tests: an engine on a small world with a manual clock. */
export class TestBench {
  readonly clock = new ManualClock(NOW);
  readonly world: FakeWorld;
  readonly log: string[] = [];
  journal = new MemoryJournal();
  engine: DeliveryEngine;
  readonly #options: Partial<DeliveryOptions>;

  constructor(options: Partial<DeliveryOptions> = {}, transactions = 0) {
    this.world = new FakeWorld(transactions, NOW, 20);
    this.#options = options;
    this.engine = this.#start();
  }

  restart(): void {
    this.engine.close();
    this.journal = this.journal.reopened();
    this.engine = this.#start();
  }

  /** Adds a live transaction; `change` overrides its fields. */
  add(number: number, change: Partial<PixTransaction> = {}): PixTransaction {
    const id = `live${number}`;
    const transaction = { ...fakeTransaction(number, this.clock.now()), status: 'COMPLETED', id, ...change };
    this.world.live.set(id, transaction);
    return transaction;
  }

  notify(
    transaction: PixTransaction,
    event = `TRANSACTION_${transaction.status}`,
    infraction?: unknown,
  ): void {
    const change = { transaction: { ...transaction }, event, at: this.clock.now() };
    this.engine.notify(infraction === undefined ? change : { ...change, infraction });
  }

  #start(): DeliveryEngine {
    const { clock, world, journal } = this;
    const log = (entry: { text: string }) => void this.log.push(entry.text);
    return createDeliveries({ clock, world, journal, log, seed: 3, allowPrivate: false, ...this.#options });
  }
}
