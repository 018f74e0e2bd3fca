import 'server-only';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { audit } from '#lib/audit/append.ts';
import { type Backup, makeBackup } from '#lib/backup/server/make-backup.ts';
import { type Reason, Refused } from '#lib/backup/server/refused.ts';
import { type Restored, restoreBackup } from '#lib/backup/server/restore.ts';
import type { Command } from '#lib/control/server/listen.ts';
import { db } from '#lib/db/client.ts';
import { hasSecret } from '#lib/env/secret.ts';
import { settings } from '#lib/env/settings.ts';

export type KeptBackup = ({ done: 'backup' } & Backup) | NotDone;
export type PutBack = ({ done: 'restore' | 'move' } & Restored) | NotDone;
type NotDone = { done: null; refused: Reason };

const File = z.strictObject({ file: z.string().min(1) });

/** `npm run admin -- backup`: of the running server, or alone. */
export const backupCommand: Command = (input, signal) =>
  told(async (): Promise<KeptBackup> => {
    const { file } = File.parse(input);
    return { done: 'backup', ...(await makeBackup(file, signal)) };
  });

/** `npm run admin -- restore`, alone: nothing may use what it fills. */
export const restoreCommand: Command = (input) =>
  told(async (): Promise<PutBack> => {
    const { file } = File.parse(input);
    const { databaseUrl, dataDir } = settings();
    // A new one would be made for the asking, and it would open nothing.
    if (!hasSecret()) throw new Refused('secret');
    return { done: 'restore', ...(await restoreBackup(file, { databaseUrl, dataDir })) };
  });

/** `npm run admin -- move`, alone: from the embedded database, by a backup of it, to an empty PostgreSQL. */
export const moveCommand: Command = (input, signal) =>
  told(async (): Promise<PutBack> => {
    const { to } = z.strictObject({ to: z.string() }).parse(input);
    const { databaseUrl, dataDir } = settings();
    if (databaseUrl !== null) throw new Refused('already');
    if (!z.url({ protocol: /^postgres(ql)?$/ }).safeParse(to).success) throw new Refused('address');
    const file = join(dataDir, `move-${randomBytes(6).toString('hex')}`);
    try {
      await makeBackup(file, signal);
      const restored = await restoreBackup(file, { databaseUrl: to, dataDir });
      await audit(db(), { operatorId: null, accountId: null, action: 'backup.moved', result: 'ok' });
      return { done: 'move', ...restored };
    } finally {
      rmSync(file, { force: true });
    }
  });

/** Beside a running server what is to be filled is in use, and what is to be moved still changes. */
export const refusedWhileRunning: Command = async () => ({ done: null, refused: 'running' });

async function told<T>(run: () => Promise<T>): Promise<T | NotDone> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof Refused) return { done: null, refused: thrown.reason };
    throw thrown;
  }
}
