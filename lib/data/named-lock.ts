import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';

type Name = string | null | undefined;

/** Puts all who name the same thing in order: until the transaction ends, on every instance. Without a name nobody waits. */
export async function lockNamed(tx: Pick<Transaction, 'execute'>, name: Name): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name ?? null}))`);
}
