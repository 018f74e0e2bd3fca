import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { OrderSummary, OrderUpload } from '#lib/closings/contract.ts';
import {
  type Cell,
  headingOf,
  MOST_COLUMNS,
  type OrderColumns,
  proposeColumns,
  type ReadOrder,
  readOrders,
  textOf,
} from '#lib/closings/order-columns.ts';
import {
  type DayKey,
  type DayRow,
  dayRow,
  keyOf,
  lockDay,
  type OrderFile,
  ofDay,
} from '#lib/closings/server/day-row.ts';
import { compareAgain } from '#lib/closings/server/finish-reading.ts';
import { rowsOfFile, type UploadedOrders, uploadOf } from '#lib/closings/server/order-file.ts';
import { orderSummary } from '#lib/closings/server/order-summary.ts';
import { GuicheError, invalidField, orNull } from '#lib/core/errors.ts';
import { auditBy } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { closingDays, closingOrders, closingPayments } from '#lib/data/schema/closings.ts';
import { announce } from '#lib/events/server/announce.ts';

const SAMPLES = 3;
const MOST_FAULTS = 20;
const AT_ONCE = 1_000;

const Column = z.int().min(0).max(MOST_COLUMNS);
/** As confirmed by the operator. */
const Columns = z.strictObject({
  reference: Column,
  amount: Column,
  date: Column.nullable(),
  endToEnd: Column.nullable(),
});

/**
 * Reads an order file. Without the form part `columns` it proposes the columns and stores nothing; with it the
 * orders of the day replace those before. Faults name the field `file`, `columns` or `rows.<row>.<field>`.
 */
export async function uploadOrders({
  ctx,
  day,
  request,
}: Args<'POST /closings/{day}/orders'> & {
  request: Pick<Request, 'headers' | 'body'>;
}): Promise<OrderUpload> {
  const key = keyOf(ctx, day);
  const upload = await uploadOf(request);
  const rows = await rowsOfFile(upload.bytes);
  const proposed = proposeColumns(rows);
  const shown = { rows: rows.length, columns: columnsOf(rows), proposed };
  if (upload.columns === null)
    return serializeFor(ctx, OrderUpload, { ...shown, stored: false, otherDays: 0, orders: null });
  const { orders, otherDays } = readConfirmed(rows, upload.columns, day);
  const row = await storeOrders(ctx, key, upload, orders);
  return serializeFor(ctx, OrderUpload, {
    ...shown,
    stored: true,
    otherDays,
    orders: await orderSummary(row),
  });
}

function columnsOf(rows: readonly (readonly Cell[])[]): OrderUpload['columns'] {
  const heading = headingOf(rows);
  const body = rows.slice(heading === null ? 0 : 1);
  const width = Math.max(...rows.slice(0, 200).map((row) => row.length));
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: heading?.[index] ?? '',
    samples: body.slice(0, SAMPLES).map((row) => textOf(row[index] ?? null)),
  }));
}

function readConfirmed(rows: readonly (readonly Cell[])[], text: string, day: string) {
  const { data: columns } = Columns.safeParse(orNull(() => JSON.parse(text)));
  if (columns === undefined) throw invalidField('columns', 'unreadable');
  const { orders, otherDays, faults } = readOrders(rows, columns satisfies OrderColumns, day);
  if (faults.length > 0)
    throw new GuicheError('invalid_request', 'Some rows of the file cannot be read.', {
      fields: faults
        .slice(0, MOST_FAULTS)
        .map(({ row, field, message }) => ({ field: `rows.${row}.${field}`, message })),
    });
  if (orders.length === 0) throw invalidField('file', 'no_orders_of_day');
  return { orders, otherDays };
}

/** Changes the day's orders and compares its reading anew. A closed day that did not change is left alone. */
function changeOrders<T>(key: DayKey, change: (tx: Transaction, row: DayRow) => Promise<T>): Promise<T> {
  return db().transaction(async (tx) => {
    const row = await lockDay(tx, key);
    if (row.version !== null && row.changes === null)
      throw new GuicheError('conflict', 'The day is closed and did not change since.');
    const value = await change(tx, row);
    const changed = await dayRow(key, tx);
    if (changed !== null) await compareAgain(tx, changed);
    await announce(tx, key.accountId, [['closings']]);
    return value;
  });
}

async function storeOrders(
  ctx: Ctx,
  key: DayKey,
  { name, bytes }: UploadedOrders,
  orders: readonly ReadOrder[],
): Promise<DayRow> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await changeOrders(key, async (tx) => {
    await dropOrders(tx, key);
    for (let from = 0; from < orders.length; from += AT_ONCE)
      await tx
        .insert(closingOrders)
        .values(orders.slice(from, from + AT_ONCE).map((order) => ({ ...key, ...order })));
    const file: OrderFile = { name, sha256, by: ctx.operator.id, at: databaseIso(), sums: null };
    await tx.update(closingDays).set({ orders: file }).where(ofDay(key));
    await auditBy(tx, ctx, {
      action: 'closing.orders',
      target: key.day,
      after: { sha256, count: orders.length },
    });
  });
  const row = await dayRow(key);
  if (row === null) throw new Error('The day has no row.');
  return row;
}

const ofOrders = ({ accountId, day }: DayKey) =>
  and(eq(closingOrders.accountId, accountId), eq(closingOrders.day, day));
const dropOrders = (tx: Transaction, key: DayKey) => tx.delete(closingOrders).where(ofOrders(key));

/** Removes the order file; its differences are resolved. */
export async function removeOrders({ ctx, day }: Args<'DELETE /closings/{day}/orders'>): Promise<void> {
  const key = keyOf(ctx, day);
  await changeOrders(key, async (tx) => {
    await dropOrders(tx, key);
    await tx.update(closingDays).set({ orders: null }).where(ofDay(key));
    await auditBy(tx, ctx, { action: 'closing.orders', target: day, after: { sha256: null, count: 0 } });
  });
}

/** Matches an order with a payment by the operator's word, or undoes it (`transactionId` null). */
export async function matchOrder({ ctx, day, body }: Args<'POST /closings/{day}/orders/matches'>) {
  const key = keyOf(ctx, day);
  const { reference, transactionId } = body;
  await changeOrders(key, async (tx, { readingId }) => {
    if (transactionId !== null) await requirePayment(tx, readingId ?? '', transactionId);
    const mine = and(ofOrders(key), eq(closingOrders.reference, reference));
    const [order] = await tx
      .select({ row: closingOrders.row })
      .from(closingOrders)
      .where(and(mine, transactionId === null ? undefined : isNull(closingOrders.transactionId)))
      .orderBy(sql`${closingOrders.row}`)
      .limit(1);
    if (order === undefined) throw invalidField('reference', 'unknown');
    await tx
      .update(closingOrders)
      .set({ transactionId, matchedBy: transactionId === null ? null : ctx.operator.id })
      .where(and(ofOrders(key), eq(closingOrders.row, order.row)));
    await auditBy(tx, ctx, {
      action: 'closing.matched',
      target: day,
      after: { row: order.row, transactionId },
    });
  });
  const row = await dayRow(key);
  const orders = row === null ? null : await orderSummary(row);
  return { orders: orders === null ? null : serializeFor(ctx, OrderSummary, orders) };
}

async function requirePayment(tx: Transaction, readingId: string, id: string): Promise<void> {
  const mine = and(eq(closingPayments.readingId, readingId), eq(closingPayments.id, id));
  if ((await tx.$count(closingPayments, mine)) === 0) throw invalidField('transactionId', 'unknown');
}
