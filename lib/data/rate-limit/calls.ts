import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Transaction } from '#lib/data/client.ts';
import {
  type CallLimits,
  type CallPriority,
  type CallTaken,
  emptyLedger,
  type Grant,
  grant,
  halved,
  type Ledger,
} from '#lib/data/rate-limit/ledger.ts';
import { providerBudgets } from '#lib/data/schema/accounts.ts';

/** Calls that one query counts together: those that came before it began. */
type Batch = { size: number; granted: Promise<Grant> };

/**
 * The calls of one key (an account and its credential), counted before they are made: in the database, for
 * all processes and by its clock. A refused call is not counted.
 */
export class CallBudget {
  readonly #key: string;
  readonly #limits: CallLimits;
  readonly #next: Partial<Record<CallPriority, Batch>> = {};
  /** By priority: the query that runs. Each takes one connection at most, however many calls wait. */
  readonly #running: Record<CallPriority, Promise<unknown>> = {
    operator: Promise.resolve(),
    background: Promise.resolve(),
  };
  #halving: Promise<unknown> = Promise.resolve();

  constructor(key: string, limits: CallLimits) {
    this.#key = key;
    this.#limits = limits;
  }

  /** Counts one call if the limits allow it. Throws when the database does not answer. */
  async take(priority: CallPriority): Promise<CallTaken> {
    const batch = this.#next[priority] ?? this.#begin(priority);
    const place = batch.size;
    batch.size += 1;
    const { calls, waitMs } = await batch.granted;
    return place < calls ? { ok: true } : { ok: false, waitMs };
  }

  /** Reports a 429. Calls that are taken later wait for it; without the database they fail by themselves. */
  exceeded(): void {
    const limits = this.#limits;
    const halving = change(this.#key, limits, (ledger, now) => ({ ledger: halved(ledger, limits, now) }));
    this.#halving = Promise.allSettled([this.#halving, halving]);
  }

  #begin(priority: CallPriority): Batch {
    const count = async () => {
      await this.#halving;
      delete this.#next[priority];
      const wanted = { want: batch.size, priority };
      return change(this.#key, this.#limits, (ledger, now) => grant(ledger, this.#limits, wanted, now));
    };
    const batch: Batch = { size: 0, granted: this.#running[priority].then(count) };
    this.#next[priority] = batch;
    this.#running[priority] = batch.granted.catch(() => undefined);
    return batch;
  }
}

/** Changes the key's ledger, which is locked meanwhile. */
async function change<T extends { ledger: Ledger }>(
  key: string,
  limits: CallLimits,
  act: (ledger: Ledger, now: number) => T,
): Promise<T> {
  return db().transaction(async (tx) => {
    const { ledger, now } = (await locked(tx, key)) ?? (await createLedger(tx, key, limits));
    const changed = act(ledger, now);
    const { raisedAt, halvedAt, ...rest } = changed.ledger;
    const halvedOn = halvedAt === undefined ? null : new Date(halvedAt);
    await tx
      .update(providerBudgets)
      .set({ ...rest, raisedAt: new Date(raisedAt), halvedAt: halvedOn })
      .where(eq(providerBudgets.id, key));
    return changed;
  });
}

type Locked = { ledger: Ledger; now: number };

async function locked(tx: Transaction, key: string): Promise<Locked | null> {
  const [found] = await tx
    .select({ row: providerBudgets, now: sql`extract(epoch from clock_timestamp()) * 1000` })
    .from(providerBudgets)
    .where(eq(providerBudgets.id, key))
    .for('update');
  if (found === undefined) return null;
  const { row, now } = found;
  return { ledger: ledgerOf(row), now: Math.floor(Number(now)) };
}

export function ledgerOf(row: Omit<typeof providerBudgets.$inferSelect, 'id'>): Ledger {
  const { perMinute, raisedAt, halvedAt } = row;
  return {
    perMinute,
    raisedAt: raisedAt.getTime(),
    slots: row.slots as Ledger['slots'],
    hours: row.hours as Ledger['hours'],
    ...(halvedAt === null ? {} : { halvedAt: halvedAt.getTime() }),
  };
}

async function createLedger(tx: Transaction, key: string, limits: CallLimits): Promise<Locked> {
  await tx
    .insert(providerBudgets)
    .values({ id: key, ...emptyLedger(limits, 0), raisedAt: sql`now()`, halvedAt: null })
    .onConflictDoNothing();
  const row = await locked(tx, key);
  if (row === null) throw new Error('The budget of an account vanished.');
  return row;
}
