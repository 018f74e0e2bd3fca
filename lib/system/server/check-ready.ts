import 'server-only';
import { sql } from 'drizzle-orm';
import { GuicheError } from '#lib/api/errors.ts';
import { db } from '#lib/db/client.ts';

const PATIENCE_MS = 2_000;

/** The database answers (it is migrated before it is opened to anyone); `unavailable` when it does not in 2 s. */
export async function checkReady(): Promise<{ ready: true }> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new GuicheError('unavailable', 'The database is slow.')), PATIENCE_MS).unref();
  });
  await Promise.race([db().execute(sql`select 1`), late]);
  return { ready: true };
}
