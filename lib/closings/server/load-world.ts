import 'server-only';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import {
  ABSENT,
  linesOfReading,
  ordersOf,
  paymentsOfReading,
  type Reader,
  type ReadingKey,
} from '#lib/closings/server/stored-records.ts';
import type { FailedNotice, Operation, World } from '#lib/closings/world.ts';
import { dayRange } from '#lib/core/dates.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { rowsOf } from '#lib/data/client.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';

/** Operations that move money out of the account or return it. */
const KINDS = lookupTable<Operation['kind']>({
  'withdrawal.key': 'withdrawal',
  'withdrawal.code': 'withdrawal',
  'transfer.create': 'transfer',
  'refund.create': 'refund',
});

/** Everything that a reading is compared with, as it is stored. Calls no provider. */
export async function loadWorld(key: ReadingKey, on: Reader): Promise<World> {
  // One after another: a transaction has one connection.
  const lines = await linesOfReading(key.readingId, on);
  const payments = await paymentsOfReading(key.readingId, on);
  const orders = await ordersOf(key, on);
  return {
    day: key.day,
    lines,
    payments,
    operations: await operationsOf(key, on),
    failedNotices: await failedNoticesOf(key, on),
    blockedBefore: await blockedBeforeOf(key, on),
    orders: orders.length === 0 ? null : orders,
  };
}

/** Sent on that day. One that waits for its approval, or was never sent, moved nothing. */
async function operationsOf({ accountId, day }: ReadingKey, on: Reader): Promise<Operation[]> {
  const { from, to } = dayRange(day, day);
  const rows = await on
    .select({
      id: operations.id,
      kind: operations.kind,
      state: operations.state,
      amount: operations.amount,
      target: operations.target,
      created: createdIdIn(operations.result),
      sentAt: operations.sentAt,
    })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(operations.kind, Object.keys(KINDS)),
        inArray(operations.state, ['sent', 'unknown', 'confirmed']),
        gte(operations.sentAt, new Date(from)),
        lt(operations.sentAt, new Date(to)),
      ),
    )
    .orderBy(operations.sentAt, operations.id);
  return rows.map(({ id, kind, state, amount, target, created, sentAt }) => ({
    id,
    kind: KINDS[kind] ?? 'withdrawal',
    state: state === 'confirmed' ? 'confirmed' : 'open',
    amount,
    paymentId: kind === 'refund.create' ? target : created,
    at: sentAt?.toISOString() ?? from,
  }));
}

/** Transactions of the reading whose last notice failed and was never accepted (decision 11). */
async function failedNoticesOf({ accountId, readingId }: ReadingKey, on: Reader): Promise<FailedNotice[]> {
  const rows = await rowsOf<{ id: string; event: string | null; at: string }>(
    sql`
    select distinct on (d.transaction_id) d.transaction_id as id, d.event,
      to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from deliveries d
    join closing_payments p on p.reading_id = ${readingId} and p.id = d.transaction_id
    where d.account_id = ${accountId} and d.open and d.event is distinct from 'INFRACTION_CHANGED'
      and p.status is distinct from ${ABSENT}
    order by d.transaction_id, d.created_at desc, d.id desc`,
    on,
  );
  return rows.map(({ id, event, at }) => ({ transactionId: id, event, at }));
}

/** Disputes of the reading's lines that were open before the day, or of which nothing is known. */
async function blockedBeforeOf({ accountId, day, readingId }: ReadingKey, on: Reader): Promise<Set<string>> {
  const { from } = dayRange(day, day);
  const rows = await rowsOf<{ id: string }>(
    sql`
    select distinct l.dispute_id as id
    from closing_lines l left join disputes d on d.account_id = ${accountId} and d.id = l.dispute_id
    where l.reading_id = ${readingId} and l.dispute_id is not null
      and (d.opened_at is null or d.opened_at < ${from}::timestamptz)`,
    on,
  );
  return new Set(rows.map(({ id }) => id));
}
