import 'server-only';
import { and, desc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import { NUMBERS } from '#lib/accounts/rules.ts';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import { beginReading, reviveReadings } from '#lib/closings/server/read-day.ts';
import { addDays, type Day, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { closingDays } from '#lib/data/schema/closings.ts';
import { portFor } from '#lib/providers/registry.ts';

/** After midnight (ms): the last lines of the day are posted by then. */
const AFTER_MIDNIGHT_MS = 30 * 60_000;
/** Days before today that are read at night, unless the account's setting says otherwise. 0: none. */
const USUAL_DAYS = 7;

/**
 * From 00:30 São Paulo on: reads yesterday, and again the days before it that were read once. One day at a
 * time for each account. Several processes may run it: a reading that runs is joined.
 */
export async function readClosingsNightly(signal: AbortSignal): Promise<void> {
  await reviveReadings();
  const now = databaseNow();
  const today = saoPauloDay(now);
  const since = new Date(Date.parse(startOfDay(today)) + AFTER_MIDNIGHT_MS);
  if (now < since.getTime()) return;
  for (const account of await listAccounts()) {
    if (signal.aborted) return;
    if (account.unconfigured === true || portFor(account).statement === undefined) continue;
    const day = await dueDay(account, today, since);
    if (day !== null) await beginReading({ accountId: account.id, day }, null);
  }
}

/** Days back that an account's nightly reading covers. */
function nightlyDays({ settings }: Pick<Account, 'settings'>): number {
  const { least, most } = NUMBERS.closingDays;
  const days = Number(settings.closingDays ?? USUAL_DAYS);
  return Number.isInteger(days) && days >= least && days <= most ? days : USUAL_DAYS;
}

/** The newest day that was not read since `since`; null: none, or another one is being read. */
export async function dueDay(
  account: Pick<Account, 'id' | 'settings'>,
  today: Day,
  since: Date,
): Promise<Day | null> {
  const back = nightlyDays(account);
  if (back === 0) return null;
  const rows = await db()
    .select({
      day: closingDays.day,
      readAt: closingDays.readAt,
      running: sql<boolean>`${closingDays.nextReadingId} is not null`,
      // A reading that failed tonight is not begun again.
      failedAt: sql<string | null>`${closingDays.problem} ->> 'at'`,
    })
    .from(closingDays)
    .where(
      and(
        eq(closingDays.accountId, account.id),
        lt(closingDays.day, today),
        or(gte(closingDays.day, addDays(today, -back)), isNotNull(closingDays.nextReadingId)),
      ),
    )
    .orderBy(desc(closingDays.day));
  if (rows.some(({ running }) => running)) return null;
  const isDue = ({ readAt, failedAt }: (typeof rows)[number]) =>
    (readAt === null || readAt < since) && (failedAt === null || Date.parse(failedAt) < since.getTime());
  const yesterday = addDays(today, -1);
  if (!rows.some(({ day }) => day === yesterday)) return yesterday;
  return rows.find((row) => (row.readAt !== null || row.day === yesterday) && isDue(row))?.day ?? null;
}
