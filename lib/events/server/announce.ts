import 'server-only';
import { sql } from 'drizzle-orm';
import { CHANNEL } from '#lib/data/channel.ts';
import type { Database, Transaction } from '#lib/data/client.ts';

/** PostgreSQL refuses payloads of 8,000 bytes. */
const MOST_BYTES = 7_900;

/** An announcement: query keys without a slug, to all who look at an account, or to some people anywhere. */
export type Announcement = { keys: string[][] } & ({ accountId: string } | { operatorIds: string[] });

/**
 * Tells every open page of the account that what these keys name has changed, on every instance. A key is the
 * feature's name and then what follows the slug in its query keys: `[['disputes'], ['transactions', 'detail', id]]`.
 * Within a transaction it is told when that commits, and not at all when it does not.
 */
export async function announce(
  tx: Database | Transaction,
  accountId: string,
  keys: readonly (readonly string[])[],
): Promise<void> {
  const whole = JSON.stringify({ accountId, keys });
  // Too many at once: the features alone say enough.
  const features = [...new Set(keys.map(([feature]) => feature))].map((feature) => [feature]);
  const payload =
    Buffer.byteLength(whole) <= MOST_BYTES ? whole : JSON.stringify({ accountId, keys: features });
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}
