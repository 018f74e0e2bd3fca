import 'server-only';
import { sql } from 'drizzle-orm';
import { receiver } from '#lib/deliveries/server/get-incidents.ts';
import { rowsOf } from '#lib/deliveries/server/rows.ts';

/** How many of these receivers took any notice after an instant (ISO 8601, the provider's time), by the index. */
export async function getAnswered(
  accountId: string,
  keys: readonly string[],
  since: string,
): Promise<number> {
  const named = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  );
  const rows = await rowsOf<{ key: string }>(sql`
    select distinct ${receiver} as key from deliveries
    where account_id = ${accountId} and delivered and created_at > ${since} and ${receiver} in (${named})`);
  return rows.length;
}
