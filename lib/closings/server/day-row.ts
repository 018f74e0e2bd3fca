import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { ClosingChange } from '#lib/closings/contract.ts';
import type { Figures } from '#lib/closings/figures.ts';
import type { OrderSums } from '#lib/closings/match-orders.ts';
import type { Day } from '#lib/core/dates.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { closingDays } from '#lib/data/schema/closings.ts';

export type DayRow = typeof closingDays.$inferSelect;
export type DayKey = { accountId: string; day: Day };

export type StoredChanges = { at: string; rows: ClosingChange[]; linesAdded: number; linesRemoved: number };

/** `closing_days.orders` */
export type OrderFile = {
  name: string;
  sha256: string;
  /** Who gave it, and when. */
  by: string;
  at: string;
  /** Null: the day was not read yet. */
  sums: OrderSums | null;
};

/** How far a reading is: its phase, the position in that phase's list, and how often a step failed in a row. */
export type Progress = {
  phase: 'lines' | 'payments' | 'named' | 'elsewhere' | 'late' | 'compare';
  /** Which of the account's lists of payments is read. */
  list: number;
  position: unknown;
  /** Lines stored so far; the next line's place. */
  place: number;
  step: number;
  failures: number;
  /** Who asked for it; null: Guichê itself. */
  by: string | null;
};

export const ofDay = ({ accountId, day }: DayKey) =>
  and(eq(closingDays.accountId, accountId), eq(closingDays.day, day));

export async function dayRow(key: DayKey, on: Pick<Transaction, 'select'> = db()): Promise<DayRow | null> {
  const [row] = await on.select().from(closingDays).where(ofDay(key));
  return row ?? null;
}

/** The day's row, locked until the transaction ends. Creates a missing one. */
export async function lockDay(tx: Transaction, key: DayKey): Promise<DayRow> {
  await tx.insert(closingDays).values(key).onConflictDoNothing();
  const [row] = await tx.select().from(closingDays).where(ofDay(key)).for('update');
  if (row === undefined) throw new Error('The day has no row.');
  return row;
}

/** The call's day. Throws `not_supported` when the account has no statement. */
export function keyOf(ctx: Ctx, day: Day): DayKey {
  ctx.part('statement');
  return { accountId: ctx.account.id, day };
}

/** Sums of the last complete reading. */
export const figuresOf = (row: Pick<DayRow, 'figures'> | null): Figures | null =>
  (row?.figures ?? null) as Figures | null;
