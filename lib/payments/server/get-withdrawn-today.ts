import 'server-only';
import type { Args } from '#lib/api/serve.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { stateOf } from '#lib/core/status/money.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { WithdrawnToday } from '#lib/payments/contract.ts';
import { hasMoved } from '#lib/payments/rules.ts';
import type { Payment } from '#lib/providers/money-records.ts';

const PAGE = 200;
const MOST_PAGES = 5;

/**
 * Sums today's (São Paulo) completed withdrawals from the account's list, in cents. `sum` is null when it
 * would be incomplete: the list is too long, or a row has no amount or an unknown state.
 */
export async function getWithdrawnToday({
  ctx,
  now = new Date(databaseNow()),
}: Args<'GET /withdrawals/today'> & { now?: Date }): Promise<WithdrawnToday> {
  const withdrawals = ctx.part('withdrawals');
  const day = saoPauloDay(now);
  const filter = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) };
  const rows: Payment[] = [];
  let position: unknown = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await withdrawals.list(filter, { limit: PAGE, position }, ctx.call);
    rows.push(...read.items);
    position = read.next;
    if (position === null) break;
  }
  const moved = rows.filter(hasMoved);
  const read = rows.every((row) => stateOf(row) !== null) && moved.every(({ amount }) => amount !== null);
  const whole = position === null && read;
  return {
    sum: whole ? moved.reduce((sum, { amount }) => sum + (amount ?? 0), 0) : null,
    count: whole ? moved.length : null,
    asOf: now.toISOString(),
  };
}
