import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Instants by the database's clock, which all processes share: their own may be minutes apart. Whatever is compared
 * with a time of a row, or written as one, is said with these.
 */
export const dbNow: SQL<Date> = sql<Date>`now()`;

export const fromNow = (ms: number): SQL<Date> => sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;

export const ago = (ms: number): SQL<Date> => sql<Date>`now() - ${ms}::float8 * interval '1 millisecond'`;
