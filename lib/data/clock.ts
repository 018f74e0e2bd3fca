import 'server-only';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Instants by the database's clock, which all processes share: their own may be minutes apart. Whatever is compared
 * with a time of a row, or written as one, is said with these.
 */
export const dbNow: SQL<Date> = sql<Date>`now()`;

export const fromNow = (ms: number): SQL<Date> => sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;

export const ago = (ms: number): SQL<Date> => sql<Date>`now() - ${ms}::float8 * interval '1 millisecond'`;

/** ms since a time of the row, to be read with it; null where there is none. */
export const msSince = (column: AnyColumn | SQL): SQL<number | null> =>
  sql`(extract(epoch from now() - ${column}) * 1000)::float8`;

/** This very moment by the database's clock, epoch ms: for a query whose answer goes to `updateDatabaseClock`. */
export const clockReading = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;

const processState = globalThis as { guicheDatabaseAheadMs?: number };

/**
 * Sets the clock by a query that ran from `begun` until now (epoch ms); the sign of life does it every 2 s.
 */
export function updateDatabaseClock(reading: number, begun: number): void {
  processState.guicheDatabaseAheadMs = Math.round(reading - (begun + Date.now()) / 2);
}

/** ms by which the database's clock is ahead of this process's. */
export const databaseAhead = (): number => processState.guicheDatabaseAheadMs ?? 0;

/** The database's clock as it was last read, epoch ms: for what is judged in memory beside times of rows. */
export const databaseNow = (): number => Date.now() + databaseAhead();
