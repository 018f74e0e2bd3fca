import { sql } from 'drizzle-orm';
import { SEALED } from '#lib/auth/server/seal.ts';
import { unseal } from '#lib/core/env/sealing.ts';
import { db } from '#lib/data/client.ts';

/** `schema.table` → all its rows as one text, sealed columns opened: whatever stands anywhere in the database. */
export async function everyWord(): Promise<Map<string, string>> {
  const { rows: tables } = (await db().execute(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)) as unknown as {
    rows: { name: string }[];
  };
  const words = new Map<string, string>();
  for (const { name } of tables) {
    const read = sql.raw(
      `select coalesce(string_agg(to_jsonb(t)::text, chr(10)), '') as words from ${name} t`,
    );
    const { rows } = (await db().execute(read)) as unknown as { rows: { words: string }[] };
    words.set(name, rows[0]?.words ?? '');
  }
  for (const { table, column, purpose } of SEALED)
    for (const row of (await db().select().from(table)) as Record<string, unknown>[])
      if (typeof row[column] === 'string')
        words.set(`sealed ${words.size}`, unseal(row[column], purpose(row)));
  return words;
}
