import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { makeBackup } from '#lib/backup/server/backup-command.ts';
import { type Restored, restoreBackup } from '#lib/backup/server/restore.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { settings } from '#lib/env/settings.ts';

/** A backup of this test's PostgreSQL database as it stands now; gives what puts it back in the place of all that follows. */
export async function backedUp(): Promise<() => Promise<Restored>> {
  const file = join(mkdtempSync(join(tmpdir(), 'guiche-put-back-')), 'backup');
  await makeBackup(file, new AbortController().signal);
  return async () => {
    const { databaseUrl, dataDir } = settings();
    return writing('people', () =>
      writing('accounts', async () => {
        await db().execute(sql`drop schema public cascade`);
        await db().execute(sql`create schema public`);
        await db().execute(sql`drop schema drizzle cascade`);
        return restoreBackup(file, { databaseUrl, dataDir });
      }),
    );
  };
}
