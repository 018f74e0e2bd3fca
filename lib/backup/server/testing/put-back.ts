import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { makeBackup } from '#lib/backup/server/backup-command.ts';
import { type Restored, restoreBackup } from '#lib/backup/server/restore.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';

/** A backup of this test's PostgreSQL database as it stands now; gives what puts it back in the place of all that follows. */
export async function backedUp(): Promise<() => Promise<Restored>> {
  const file = join(mkdtempSync(join(tmpdir(), 'guiche-put-back-')), 'backup');
  await makeBackup(file, new AbortController().signal);
  return async () => {
    const { databaseUrl, dataDir } = settings();
    return invalidateAfter('people', () =>
      invalidateAfter('accounts', async () => {
        await db().execute(sql`drop schema public cascade`);
        await db().execute(sql`create schema public`);
        await db().execute(sql`drop schema drizzle cascade`);
        return restoreBackup(file, { databaseUrl, dataDir });
      }),
    );
  };
}
