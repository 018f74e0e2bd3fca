import 'server-only';
import { eq, sql } from 'drizzle-orm';
import {
  type BudgetLimits,
  emptyLedger,
  grant,
  halved,
  type Leases,
  type Ledger,
} from '#lib/core/http/budget-leases.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { providerBudgets } from '#lib/data/schema/accounts.ts';

/** Call-budget leases of all processes, by the database's clock. Each briefly locks the account's row. */
export function databaseLeases(id: string, limits: BudgetLimits): Leases {
  return {
    lease: async (request) =>
      (await change(id, limits, (ledger, now) => grant(ledger, limits, request, now))).lease,
    exceeded: async () =>
      void (await change(id, limits, (ledger, now) => ({ ledger: halved(ledger, limits, now) }))),
  };
}

function change<T extends { ledger: Ledger }>(
  id: string,
  limits: BudgetLimits,
  act: (ledger: Ledger, now: number) => T,
): Promise<T> {
  return db().transaction(async (tx) => {
    const { ledger, now } = (await locked(tx, id)) ?? (await createLedger(tx, id, limits));
    const changed = act(ledger, now);
    const { raisedAt, halvedAt, ...rest } = changed.ledger;
    const halvedOn = halvedAt === undefined ? null : new Date(halvedAt);
    await tx
      .update(providerBudgets)
      .set({ ...rest, raisedAt: new Date(raisedAt), halvedAt: halvedOn })
      .where(eq(providerBudgets.id, id));
    return changed;
  });
}

type Locked = { ledger: Ledger; now: number };

async function locked(tx: Transaction, id: string): Promise<Locked | null> {
  const [found] = await tx
    .select({ row: providerBudgets, now: sql`extract(epoch from clock_timestamp()) * 1000` })
    .from(providerBudgets)
    .where(eq(providerBudgets.id, id))
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

async function createLedger(tx: Transaction, id: string, limits: BudgetLimits): Promise<Locked> {
  await tx
    .insert(providerBudgets)
    .values({ id, ...emptyLedger(limits, 0), raisedAt: sql`now()`, halvedAt: null })
    .onConflictDoNothing();
  const row = await locked(tx, id);
  if (row === null) throw new Error('The budget of an account vanished.');
  return row;
}
