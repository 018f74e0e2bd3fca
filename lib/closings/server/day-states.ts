import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { operatorNames } from '#lib/auth/server/holders.ts';
import type { ClosingDay } from '#lib/closings/contract.ts';
import { amountOf, type DayState } from '#lib/closings/rules.ts';
import { type DayRow, figuresOf } from '#lib/closings/server/day-row.ts';
import type { Day } from '#lib/core/dates.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { closingDifferences, closingVersions } from '#lib/data/schema/closings.ts';

/** The state of days as pages show it, from their rows. */

export function stateOf(row: DayRow | null, day: Day, today: Day): DayState {
  if (day >= today) return 'running';
  if (row?.signedBy != null) return 'waiting';
  if (row?.version != null) return 'closed';
  if (row?.readingId != null) return 'open';
  return row?.nextReadingId != null ? 'reading' : 'unread';
}

export type Counts = NonNullable<ClosingDay['differences']>;
type CountRow = { day: Day; cause: string; state: string; count: number; units: string };

/** SQL: the amounts as decimals of reais. */
const amounts = sql`coalesce(${closingDifferences.exact}::numeric, ${closingDifferences.amount} / 100.0)`;

/** Counts and sums of these days' differences, by cause and state. */
export async function differenceCounts(
  accountId: string,
  days: readonly Day[],
  on: Pick<Transaction, 'select'> = db(),
): Promise<CountRow[]> {
  if (days.length === 0) return [];
  const { day, cause, state } = closingDifferences;
  return on
    .select({
      day,
      cause,
      state,
      count: sql<number>`count(*)::int`,
      units: sql<string>`trunc(sum(${amounts}) * 100000000)::text`,
    })
    .from(closingDifferences)
    .where(and(eq(closingDifferences.accountId, accountId), inArray(day, [...days])))
    .groupBy(day, cause, state)
    .execute();
}

const NO_COUNTS: Counts = { open: 0, explained: 0, resolved: 0, openSum: { cents: 0 } };

export function countsOf(rows: readonly Omit<CountRow, 'day' | 'cause'>[]): Counts {
  const of = (state: string) => rows.filter((row) => row.state === state);
  const count = (state: string) => of(state).reduce((sum, row) => sum + row.count, 0);
  if (rows.length === 0) return NO_COUNTS;
  return {
    open: count('open'),
    explained: count('explained'),
    resolved: count('resolved'),
    openSum: amountOf(unitsOfRows(of('open'))),
  };
}

export const unitsOfRows = (rows: readonly { units: string }[]): bigint =>
  rows.reduce((sum, { units }) => sum + BigInt(units), 0n);

/** People responsible for open differences, by day. */
async function responsibleFor(accountId: string, days: readonly Day[]): Promise<Map<Day, string[]>> {
  if (days.length === 0) return new Map();
  const { day, responsible, state } = closingDifferences;
  const rows = await db()
    .selectDistinct({ day, id: responsible })
    .from(closingDifferences)
    .where(
      and(
        eq(closingDifferences.accountId, accountId),
        inArray(day, [...days]),
        eq(state, 'open'),
        sql`${responsible} is not null`,
      ),
    );
  return new Map(
    [...Map.groupBy(rows, (row) => row.day)].map(([of, people]) => [
      of,
      people.flatMap(({ id }) => id ?? []),
    ]),
  );
}

/** Who signed and confirmed the last version of these days. */
async function signersOf(accountId: string, rows: readonly DayRow[]) {
  const sealed = rows.filter(({ version }) => version !== null).map(({ day }) => day);
  if (sealed.length === 0) return new Map<Day, { signedBy: string; confirmedBy: string | null }>();
  const found = await db()
    .selectDistinctOn([closingVersions.day], {
      day: closingVersions.day,
      signedBy: closingVersions.signedBy,
      confirmedBy: closingVersions.confirmedBy,
    })
    .from(closingVersions)
    .where(and(eq(closingVersions.accountId, accountId), inArray(closingVersions.day, sealed)))
    .orderBy(closingVersions.day, sql`${closingVersions.version} desc`);
  return new Map(found.map(({ day, ...people }) => [day, people]));
}

/** The days as a list shows them, in the given order. `rows`: those of them that have one. */
export async function dayItems(
  accountId: string,
  days: readonly Day[],
  rows: readonly DayRow[],
  today: Day,
): Promise<ClosingDay[]> {
  const known = rows.map(({ day }) => day);
  const [counts, responsible, signers] = await Promise.all([
    differenceCounts(accountId, known),
    responsibleFor(accountId, known),
    signersOf(accountId, rows),
  ]);
  const ids = [
    ...[...responsible.values()].flat(),
    ...rows.flatMap(({ signedBy }) => signedBy ?? []),
    ...[...signers.values()].flatMap(({ signedBy, confirmedBy }) => [signedBy, confirmedBy ?? []].flat()),
  ];
  const names = await operatorNames(ids);
  const person = (id: string | null | undefined) => (id == null ? null : { id, name: names.get(id) ?? '' });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const countsByDay = Map.groupBy(counts, ({ day }) => day);
  return days.map((day) => {
    const row = byDay.get(day) ?? null;
    const signed = row?.signedBy ?? signers.get(day)?.signedBy;
    return {
      day,
      state: stateOf(row, day, today),
      reading: row?.nextReadingId != null,
      changedSince: row?.changes != null,
      readAt: row?.readAt?.toISOString() ?? null,
      problem: (row?.problem ?? null) as ClosingDay['problem'],
      figures: figuresOf(row),
      differences: row?.readingId == null ? null : countsOf(countsByDay.get(day) ?? []),
      responsible: (responsible.get(day) ?? []).map((id) => ({ id, name: names.get(id) ?? '' })),
      signedBy: person(signed),
      confirmedBy: row?.signedBy == null ? person(signers.get(day)?.confirmedBy) : null,
      version: row?.version ?? null,
    };
  });
}
