import 'server-only';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { perProcess } from '#lib/core/per-process.ts';

/** The database's clock, which all processes share: for every time written to a row or compared with one. */
export const dbNow: SQL<Date> = sql<Date>`now()`;

export const fromNow = (ms: number): SQL<Date> => sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;

export const ago = (ms: number): SQL<Date> => sql<Date>`now() - ${ms}::float8 * interval '1 millisecond'`;

/** SQL: ms since the column's time; null where the column is null. */
export const msSince = (column: AnyColumn | SQL): SQL<number | null> =>
  sql`(extract(epoch from now() - ${column}) * 1000)::float8`;

/** SQL: the database's current time, epoch ms, for a query whose result goes to `updateDatabaseClock`. */
export const clockReading = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;

const clock = () => perProcess('guicheDatabaseClock', () => ({ aheadMs: 0 }));

/** Sets the clock from a reading whose query began at `begun` (epoch ms) and ends now, every 2 s. */
export function updateDatabaseClock(reading: number, begun: number): void {
  clock().aheadMs = Math.round(reading - (begun + Date.now()) / 2);
}

/** ms by which the database's clock is ahead of this process's. */
export const databaseAhead = (): number => clock().aheadMs;

/** The database's time, epoch ms, computed from its last reading: to compare in memory with times of rows. */
export const databaseNow = (): number => Date.now() + databaseAhead();

/** The same as ISO 8601 UTC: the `asOf` of an answer. */
export const databaseIso = (): string => new Date(databaseNow()).toISOString();
