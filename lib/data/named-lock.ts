import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';

type Name = string | null | undefined;

/** Locks a name until the transaction ends, across all instances. Without a name it locks nothing. */
export async function lockNamed(tx: Pick<Transaction, 'execute'>, name: Name): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name ?? null}))`);
}
