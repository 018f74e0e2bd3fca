import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/data/client.ts';

/**
 * Tables partitioned by arrival, one month (UTC) each, so that a month is deleted by dropping its partition.
 * There is no default partition: each one is created before its first row.
 */
const PARTITIONED = ['deliveries', 'received_callbacks'] as const;
export type Partitioned = (typeof PARTITIONED)[number];

/** Days to create ahead: the clock may be set forward, or Guichê may stay stopped, by so much. */
const AHEAD_DAYS = 70;

/** Creates the partitions for rows that arrive from now on. Existing ones stay unchanged. */
export async function makePartitions(database: Database): Promise<void> {
  for (const table of PARTITIONED)
    await database.execute(
      sql`select make_partitions(${table}, now() + ${AHEAD_DAYS}::int * interval '1 day')`,
    );
}
