import 'server-only';
import { randomBytes } from 'node:crypto';
import { constants, createWriteStream, existsSync, rmSync } from 'node:fs';
import { cp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import {
  connectPostgres,
  type Engine,
  openFolder,
  type Reason,
  Refused,
  sealed,
} from '#lib/backup/server/file.ts';
import { type Restored, restoreBackup } from '#lib/backup/server/restore.ts';
import { snapshotOf } from '#lib/backup/server/snapshot.ts';
import { hasSecret } from '#lib/core/env/secret.ts';
import { settings } from '#lib/core/env/settings.ts';
import { audit } from '#lib/data/audit/append.ts';
import { db, embeddedEngine } from '#lib/data/client.ts';

type Backup = { madeAt: string; rows: number; bytes: number };

const processState = globalThis as { guicheBackup?: boolean };

/**
 * Writes a consistent snapshot to a new file (mode 0600) while the server keeps working. The file gets its
 * name only when it is complete. Refused: `exists`, `write`, or `busy` while another backup runs.
 */
export async function makeBackup(file: string, signal: AbortSignal): Promise<Backup> {
  if (processState.guicheBackup === true) throw new Refused('busy');
  if (existsSync(file)) throw new Refused('exists');
  processState.guicheBackup = true;
  try {
    const entry = { operatorId: null, accountId: null, action: 'backup.made', result: 'ok' } as const;
    await audit(db(), entry);
    return await withSnapshot((engine) => write(engine, file, signal));
  } finally {
    processState.guicheBackup = false;
  }
}

/**
 * PostgreSQL reads a snapshot while others write. The embedded database has a single connection, so its
 * folder is copied between two statements and the copy is opened as after a crash.
 */
async function withSnapshot<T>(read: (engine: Engine) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings();
  const embedded = embeddedEngine();
  const copy = join(dataDir, 'backup-copy');
  try {
    if (embedded !== null) {
      await rm(copy, { recursive: true, force: true });
      const how = { recursive: true, mode: constants.COPYFILE_FICLONE };
      await embedded.runExclusive(() => cp(join(dataDir, 'database'), copy, how));
    }
    const engine = await (embedded !== null ? openFolder(copy) : connectPostgres(databaseUrl ?? ''));
    try {
      return await read(engine);
    } finally {
      await engine.end();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

const UNWRITABLE = new Set(['ENOENT', 'EACCES', 'EROFS', 'EISDIR', 'ENOTDIR', 'EPERM', 'ENOSPC']);

async function write(engine: Engine, file: string, signal: AbortSignal): Promise<Backup> {
  const { header, parts, end } = await snapshotOf(engine);
  const part = `${file}.part`;
  try {
    const stream = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(sealed(header, parts, end), createGzip(), stream, { signal });
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    throw UNWRITABLE.has((cause as NodeJS.ErrnoException).code ?? '') ? new Refused('write') : cause;
  }
  await rename(part, file);
  await syncFolder(dirname(file));
  const rows = Object.values(end().rows).reduce((sum, count) => sum + count, 0);
  return { madeAt: header.madeAt, rows, bytes: (await stat(file)).size };
}

/** Flushes the folder, so that the new name survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

export type BackupResult = ({ done: 'backup' } & Backup) | NotDone;
export type RestoreResult = ({ done: 'restore' | 'move' } & Restored) | NotDone;
type NotDone = { done: null; refused: Reason };

const File = z.strictObject({ file: z.string().min(1) });

/** `npm run admin -- backup`, with or without a running server. */
export const backupCommand: Command = (input, signal) =>
  orRefusal(async (): Promise<BackupResult> => {
    const { file } = File.parse(input);
    return { done: 'backup', ...(await makeBackup(file, signal)) };
  });

/** `npm run admin -- restore`, only without a running server: nothing may use the database it fills. */
export const restoreCommand: Command = (input) =>
  orRefusal(async (): Promise<RestoreResult> => {
    const { file } = File.parse(input);
    const { databaseUrl, dataDir } = settings();
    // Reading the secret would create a new one, which opens no sealed value.
    if (!hasSecret()) throw new Refused('secret');
    return { done: 'restore', ...(await restoreBackup(file, { databaseUrl, dataDir })) };
  });

/**
 * `npm run admin -- move`, only without a server: from the embedded database, through a backup, to
 * PostgreSQL.
 */
export const moveCommand: Command = (input, signal) =>
  orRefusal(async (): Promise<RestoreResult> => {
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

/** Restore and move are refused while a server runs: its database is in use and still changes. */
export const refusedWhileRunning: Command = async () => ({ done: null, refused: 'running' });

async function orRefusal<T>(run: () => Promise<T>): Promise<T | NotDone> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof Refused) return { done: null, refused: thrown.reason };
    throw thrown;
  }
}
