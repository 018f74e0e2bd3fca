import 'server-only';
import { and, desc, eq, gte, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import type { ClosingDay, ClosingMonth } from '#lib/closings/contract.ts';
import { totalsOf } from '#lib/closings/figures.ts';
import { daysOfMonth } from '#lib/closings/rules.ts';
import { dayItems } from '#lib/closings/server/day-states.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { closingDays } from '#lib/data/schema/closings.ts';

const MOST_EARLIER = 62;

/** The days of a month, newest first, with the open days of earlier months. Calls no provider. */
export async function listClosings({ ctx, query }: Args<'GET /closings'>): Promise<ClosingMonth> {
  ctx.part('statement');
  const accountId = ctx.account.id;
  const today = saoPauloDay(databaseNow());
  const month = query.month ?? today.slice(0, 7);
  const days = daysOfMonth(month, today);
  const first = `${month}-01`;
  const rowsOf = (...conditions: SQL[]) =>
    db()
      .select()
      .from(closingDays)
      .where(and(eq(closingDays.accountId, accountId), ...conditions));
  const [rows, open] = await Promise.all([
    rowsOf(gte(closingDays.day, first), lte(closingDays.day, days[0] ?? first)),
    rowsOf(lt(closingDays.day, first), isNull(closingDays.version), isNotNull(closingDays.readingId))
      .orderBy(desc(closingDays.day))
      .limit(MOST_EARLIER),
  ]);
  const [items, earlier] = await Promise.all([
    dayItems(accountId, days, rows, today),
    dayItems(
      accountId,
      open.map(({ day }) => day),
      open,
      today,
    ),
  ]);
  return { month, items, earlier, totals: monthTotals(items), asOf: databaseIso() };
}

function monthTotals(items: readonly ClosingDay[]): ClosingMonth['totals'] {
  const read = items.filter(({ figures }) => figures !== null).reverse();
  return {
    ...totalsOf(read.flatMap(({ figures }) => figures ?? [])),
    days: read.length,
    closed: read.filter(({ version }) => version !== null).length,
    open: read.reduce((sum, { differences }) => sum + (differences?.open ?? 0), 0),
    explained: read.reduce((sum, { differences }) => sum + (differences?.explained ?? 0), 0),
  };
}
