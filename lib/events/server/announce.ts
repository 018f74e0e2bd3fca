import 'server-only';
import { sql } from 'drizzle-orm';
import { CHANNEL, type Database, type Transaction } from '#lib/data/client.ts';

/** PostgreSQL refuses payloads of 8,000 bytes. */
const MOST_BYTES = 7_900;

/** Query keys without a slug, for everyone on an account or for some people on any account. */
export type Announcement = { keys: string[][] } & ({ accountId: string } | { operatorIds: string[] });

/**
 * Announces changed data to every open page of the account, on every instance. A key is the feature and what
 * follows the slug in its query keys: `[['disputes'], ['disputes', id, 'draft']]`. In a transaction the
 * announcement is sent on commit only.
 */
export async function announce(
  tx: Database | Transaction,
  accountId: string,
  keys: readonly (readonly string[])[],
): Promise<void> {
  const whole = JSON.stringify({ accountId, keys });
  // Keys that do not fit are reduced to their features.
  const features = [...new Set(keys.map(([feature]) => feature))].map((feature) => [feature]);
  const payload =
    Buffer.byteLength(whole) <= MOST_BYTES ? whole : JSON.stringify({ accountId, keys: features });
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}
