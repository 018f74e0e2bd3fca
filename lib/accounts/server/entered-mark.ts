import 'server-only';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

/**
 * Keeps a marker file while an entered account exists. The start script reads it before the database is up,
 * and then starts no simulator. Never throws: without the marker a simulator only starts needlessly.
 */
export async function markEntered(): Promise<void> {
  const { dataDir } = settings();
  const mark = join(dataDir, 'accounts-entered');
  try {
    const entered = and(isNull(accounts.archivedAt), eq(accounts.origin, 'settings'));
    if ((await db().$count(accounts, entered)) === 0) return rmSync(mark, { force: true });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(mark, '');
  } catch (error) {
    log().warn({ err: error }, 'the mark of entered accounts could not be kept');
  }
}
