import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';

type Name = string | null | undefined;

/** Locks a name until the transaction ends, across all instances. Without a name it locks nothing. */
export async function lockNamed(tx: Pick<Transaction, 'execute'>, name: Name): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name ?? null}))`);
}

const FIRST_ROWS_LOCK = 748_025;

/**
 * Locks the creation of the rows that every installation begins with, until the transaction ends. The caller
 * must check for the rows after this call.
 */
export async function lockFirstRows(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ROWS_LOCK})`);
}
