import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';

const FIRST_ROWS_LOCK = 748_025;

/**
 * Waits until no other instance makes the rows that every installation begins with, and keeps them out until the
 * transaction is over. Whether they are there is read after it.
 */
export async function aloneWithFirstRows(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ROWS_LOCK})`);
}
