import 'server-only';
import type { SQL } from 'drizzle-orm';
import { type Database, db } from '#lib/db/client.ts';

/** The rows of raw SQL; both databases give them under the same name. Counts may come as text, instants as either. */
export async function rowsOf<Row>(query: SQL, on: Pick<Database, 'execute'> = db()): Promise<Row[]> {
  const answer = (await on.execute(query)) as unknown as { rows: Row[] };
  return answer.rows;
}
