import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Side } from '#lib/closings/rules.ts';
import { type DayKey, ofDay } from '#lib/closings/server/day-row.ts';
import type { Line, Order, Payment } from '#lib/closings/world.ts';
import { type Day, saoPauloDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { MONEY_STATES, stateOf } from '#lib/core/status/money.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { erasedForms, formsIn, transactionForm } from '#lib/data/erasure/erased-index.ts';
import { closingDays, closingLines, closingOrders, closingPayments } from '#lib/data/schema/closings.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Transaction as ProviderTransaction } from '#lib/providers/records.ts';
import { beforeOf, isDisputeLine, movedAvailable, typeReading } from '#lib/statement/readings.ts';
import { sideOf } from '#lib/transactions/rules.ts';

/** A reading's rows, between the provider's records and the records that are compared. */

/** The database, or the transaction that changed its rows. */
export type Reader = Database | Transaction;

export type ReadingKey = DayKey & { readingId: string };
type LineRow = typeof closingLines.$inferInsert;
type PaymentRow = typeof closingPayments.$inferInsert;

/** The instant that counts for a line's day: its posting, else its creation. */
export const postedOf = ({ postedAt, createdAt }: StatementLine): string | null => postedAt ?? createdAt;

export function lineRow(
  line: StatementLine,
  { readingId, accountId, day }: ReadingKey,
  place: number,
): LineRow {
  const at = postedOf(line);
  return {
    readingId,
    accountId,
    day,
    place,
    id: line.id,
    side: sideOfLine(line),
    type: line.type ?? '',
    amount: line.amount,
    exact: line.amountExact ?? null,
    gross: line.gross,
    fee: line.fee,
    balanceBefore: beforeOf(line),
    balanceAfter: line.balanceAfter,
    available: movedAvailable(line),
    transactionId: line.transactionId,
    endToEndId: line.endToEndId ?? null,
    disputeId: line.disputeId,
    status: line.status,
    postedAt: instantOf(at),
    createdAt: instantOf(line.createdAt),
  };
}

const instantOf = (at: string | null): Date | null =>
  at === null || Number.isNaN(Date.parse(at)) ? null : new Date(at);

function sideOfLine(line: StatementLine): Side | null {
  if (!movedAvailable(line) || line.amount === null || line.amount === 0) return null;
  if (isDisputeLine(line) || typeReading(line.type ?? '') === 'DISPUTE') return 'blocks';
  return line.amount > 0 ? 'in' : 'out';
}

/** Words of a refund that a dispute caused: blocked money pays it. */
const OF_DISPUTE = /INFRACTION|DISPUTE|CHARGEBACK|\bMED\b/i;

export function paymentRow(
  payment: ProviderTransaction,
  { readingId, accountId, day }: ReadingKey,
): PaymentRow {
  const { refundEnd, refundAmount, refundReason } = payment;
  const side = sideOf(payment);
  return {
    readingId,
    accountId,
    day,
    id: payment.id,
    status: payment.status,
    state: stateOf(payment),
    side: side === 'untold' ? null : side,
    amount: payment.amount,
    exact: payment.amountExact ?? null,
    fee: payment.fee,
    feeExact: payment.feeExact ?? null,
    refunded: refundEnd === 'none' || refundAmount === 0 ? null : refundAmount,
    refundOfDispute: OF_DISPUTE.test(refundReason ?? ''),
    refundedAt: instantOf(payment.refundedAt),
    endToEndId: payment.endToEndId,
    clientReference: payment.clientReference,
    createdAt: instantOf(payment.createdAt),
    paidAt: instantOf(payment.paidAt),
    updatedAt: instantOf(payment.updatedAt),
  };
}

/** Status of a row that only says that the service has no such transaction: it is not asked for again. */
export const ABSENT = '(absent)';

/** A transaction that a line names and that could not be read: nothing of it is compared. */
export const unreadPaymentRow = (id: string, { readingId, accountId, day }: ReadingKey): PaymentRow => ({
  readingId,
  accountId,
  day,
  id,
});

/**
 * Writes rows of a reading while it runs. A step that was taken for lost may still be running when its reading
 * is complete, and must not change what may be sealed by then.
 */
export function whileReading<T>(
  { readingId, ...key }: ReadingKey,
  write: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db().transaction(async (tx) => {
    const [row] = await tx
      .select({ day: closingDays.day })
      .from(closingDays)
      .where(and(ofDay(key), eq(closingDays.nextReadingId, readingId)))
      .for('share');
    if (row === undefined) throw new GuicheError('conflict', 'This reading of the day is over.');
    return write(tx);
  });
}

/** Returns how many are new: those of an earlier run of the same step are there already. */
export async function storeLines(key: ReadingKey, rows: LineRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const stored = await whileReading(key, (tx) =>
    tx.insert(closingLines).values(rows).onConflictDoNothing().returning({ id: closingLines.id }),
  );
  return stored.length;
}

/** Without the merchant's reference where its person was erased. */
export async function storePayments(key: ReadingKey, rows: PaymentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const erased = await erasedForms();
  const kept = rows.map((row) => {
    const { accountId, id, clientReference = null } = row;
    const isErased = erased(() => [transactionForm(accountId, id), ...formsIn(clientReference)]);
    return isErased ? { ...row, clientReference: null } : row;
  });
  await whileReading(key, (tx) => tx.insert(closingPayments).values(kept).onConflictDoNothing());
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function linesOfReading(readingId: string, on: Reader): Promise<Line[]> {
  const rows = await on.select().from(closingLines).where(eq(closingLines.readingId, readingId));
  return rows.map((row) => ({ ...row, side: row.side as Side | null, postedAt: iso(row.postedAt) ?? '' }));
}

export async function paymentsOfReading(readingId: string, on: Reader): Promise<Payment[]> {
  const { readingId: of, status } = closingPayments;
  const rows = await on
    .select()
    .from(closingPayments)
    .where(and(eq(of, readingId), sql`${status} is distinct from ${ABSENT}`));
  return rows.map((row) => ({
    ...row,
    state: MONEY_STATES.find((one) => one === row.state) ?? null,
    side: row.side as Payment['side'],
    refundedAt: iso(row.refundedAt),
    createdAt: iso(row.createdAt),
    paidAt: iso(row.paidAt),
    updatedAt: iso(row.updatedAt),
  }));
}

/** The orders of the day's file. */
export const ordersOf = ({ accountId, day }: DayKey, on: Reader): Promise<Order[]> =>
  on
    .select({
      row: closingOrders.row,
      reference: closingOrders.reference,
      endToEndId: closingOrders.endToEndId,
      amount: closingOrders.amount,
      transactionId: closingOrders.transactionId,
    })
    .from(closingOrders)
    .where(and(eq(closingOrders.accountId, accountId), eq(closingOrders.day, day)))
    .orderBy(closingOrders.row)
    .execute();

/** Ids of transactions that lines name and the reading has not yet, oldest name first. */
export async function missingPayments(readingId: string, most: number): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ id: closingLines.transactionId })
    .from(closingLines)
    .where(
      sql`${closingLines.readingId} = ${readingId} and ${closingLines.transactionId} is not null
        and not exists (
          select 1 from ${closingPayments} p
          where p.reading_id = ${readingId} and p.id = ${closingLines.transactionId})
        and not exists (
          select 1 from ${closingPayments} p
          where p.reading_id = ${readingId} and p.end_to_end_id = ${closingLines.endToEndId})`,
    )
    .limit(most);
  return rows.flatMap(({ id }) => id ?? []);
}

/** True when the record falls on the day. */
export const isOn = (at: string | null, day: Day): boolean => at !== null && saoPauloDay(at) === day;
