import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';

const FIRST_ROWS_LOCK = 748_025;

/**
 * Locks the creation of the rows that every installation begins with, until the transaction ends. The caller
 * must check for the rows after this call.
 */
export async function lockFirstRows(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ROWS_LOCK})`);
}
