import 'server-only';
import type { SQL } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';

/** The rows of raw SQL; both databases give them under the same name. Counts may come as text, instants as either. */
export async function rowsOf<Row>(query: SQL): Promise<Row[]> {
  const answer = (await db().execute(query)) as unknown as { rows: Row[] };
  return answer.rows;
}
