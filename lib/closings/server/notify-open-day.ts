import 'server-only';
import { holdersOf } from '#lib/auth/server/holders.ts';
import type { DayKey } from '#lib/closings/server/day-row.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import type { Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';

type Read = { count: number; cents: number; readingId: string; by: string | null };

/** Notifies those who can explain it, once, of a day that does not add up. A running day may still. */
export async function notifyOpenDay(
  tx: Transaction,
  { accountId, day }: DayKey,
  { count, cents, by }: Read,
): Promise<void> {
  if (count === 0 || day >= saoPauloDay(databaseNow())) return;
  await raiseNotice(tx, {
    event: 'closing_open',
    cause: `closing:${accountId}:${day}`,
    step: 'open',
    accountId,
    facts: { id: day, businessDay: day, count, amount: cents },
    to: await holdersOf(tx, accountId, 'refund'),
    by,
  });
}
