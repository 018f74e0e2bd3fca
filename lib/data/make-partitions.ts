import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/data/client.ts';

/**
 * Tables whose rows are kept by when they came, a month (UTC) to a partition: a month goes as its file goes. There is
 * none for the rest: before a row could have no place, its partition is made.
 */
const PARTITIONED = ['deliveries', 'received_callbacks'] as const;
export type Partitioned = (typeof PARTITIONED)[number];

/** A clock may be put on by so much, or nobody may start the product for so long. */
const AHEAD_DAYS = 70;

/** Partitions for what arrives from now on. What is there stays as it is. */
export async function makePartitions(database: Database): Promise<void> {
  for (const table of PARTITIONED)
    await database.execute(
      sql`select make_partitions(${table}, now() + ${AHEAD_DAYS}::int * interval '1 day')`,
    );
}
