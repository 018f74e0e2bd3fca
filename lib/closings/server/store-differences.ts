import 'server-only';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { DayKey } from '#lib/closings/server/day-row.ts';
import type { Difference, RecordSide } from '#lib/closings/world.ts';
import type { Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { closingDifferences } from '#lib/data/schema/closings.ts';

export type DifferenceRow = typeof closingDifferences.$inferSelect;
export type StoredSide = RecordSide | null;

const AT_ONCE = 500;

export const ofDayDifferences = ({ accountId, day }: DayKey) =>
  and(eq(closingDifferences.accountId, accountId), eq(closingDifferences.day, day));

/**
 * Stores what a reading found. A note stays as long as its difference has the same amount; what is no longer
 * found is resolved.
 */
export async function storeDifferences(
  tx: Transaction,
  { accountId, day, readingId }: DayKey & { readingId: string },
  found: readonly Difference[],
): Promise<void> {
  const rows = found.map(({ difference: { cents, exact }, resolved, ...one }) => ({
    ...one,
    accountId,
    day,
    readingId,
    amount: cents,
    exact: exact ?? null,
    state: resolved ? 'resolved' : 'open',
    at: dbNow,
  }));
  for (let from = 0; from < rows.length; from += AT_ONCE) await upsert(tx, rows.slice(from, from + AT_ONCE));
  await tx
    .update(closingDifferences)
    .set({ state: 'resolved', at: dbNow })
    .where(
      and(
        ofDayDifferences({ accountId, day }),
        sql`${closingDifferences.id} <> all(${sql.param(rows.map(({ id }) => id))}::text[])`,
        ne(closingDifferences.state, 'resolved'),
      ),
    );
}

type NewRow = Omit<typeof closingDifferences.$inferInsert, 'at'> & { at: SQL<Date> };

async function upsert(tx: Transaction, rows: NewRow[]): Promise<void> {
  const { amount, exact, note, state, at } = closingDifferences;
  const isSame = sql`(${amount} = excluded.amount and ${exact} is not distinct from excluded.exact)`;
  const next = sql`case
    when excluded.state = 'resolved' then 'resolved'
    when ${isSame} and ${note} is not null then 'explained'
    else 'open' end`;
  await tx
    .insert(closingDifferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [closingDifferences.accountId, closingDifferences.day, closingDifferences.id],
      set: {
        state: next,
        at: sql`case when ${state} = (${next}) then ${at} else now() end`,
        left: sql`excluded."left"`,
        right: sql`excluded."right"`,
        amount: sql`excluded.amount`,
        exact: sql`excluded.exact`,
        transactionId: sql`excluded.transaction_id`,
        readingId: sql`excluded.reading_id`,
      },
    });
}
