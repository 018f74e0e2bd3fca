import 'server-only';
import { randomBytes } from 'node:crypto';
import { constants, createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import {
  connectPostgres,
  type End,
  type Engine,
  type Header,
  openFolder,
  plainValues,
  quoted,
  type Reason,
  Refused,
  sealed,
  type Table,
} from '#lib/backup/server/file.ts';
import { type Restored, restoreBackup } from '#lib/backup/server/restore.ts';
import { hasSecret, keyId } from '#lib/core/env/secret.ts';
import { settings } from '#lib/core/env/settings.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { audit } from '#lib/data/audit/append.ts';
import { db, embeddedEngine } from '#lib/data/client.ts';

type Backup = { madeAt: string; rows: number; bytes: number };

const backup = () => perProcess('guicheBackup', () => ({ running: false }));

/**
 * Writes a consistent snapshot to a new file (mode 0600) while the server keeps working. The file gets its
 * name only when it is complete. Refused: `exists`, `write`, or `busy` while another backup runs.
 */
export async function makeBackup(file: string, signal: AbortSignal): Promise<Backup> {
  if (backup().running) throw new Refused('busy');
  if (existsSync(file)) throw new Refused('exists');
  backup().running = true;
  try {
    await audit(db(), { action: 'backup.made' });
    return await withSnapshot((engine) => write(engine, file, signal));
  } finally {
    backup().running = false;
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

/** `npm run admin -- move`, without a server: from the embedded database, by a backup, to PostgreSQL. */
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
      await audit(db(), { action: 'backup.moved' });
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

/** Tables about running processes; they mean nothing in a backup. */
const OF_PROCESSES = new Set(['instances', 'job_turns']);
const BATCH_BYTES = 2_000_000;
const MOST_ROWS = 1_000;
const FIRST_ROWS = 16;

type Snapshot = { header: Header; parts: AsyncGenerator<string>; end: () => End };

/** A consistent snapshot of all tables, however long the reading takes. It ends with the connection. */
export async function snapshotOf(engine: Engine): Promise<Snapshot> {
  await engine.query('begin isolation level repeatable read read only');
  await plainValues(engine);
  const [now] = await engine.query<{ at: string; schema: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (select max(created_at) from drizzle.__drizzle_migrations)::text as schema`,
  );
  const tables = inOrder(await tablesOf(engine), await referencesOf(engine));
  const header: Header = {
    guiche: 'backup',
    form: 1,
    product: productVersion(),
    madeAt: now?.at ?? '',
    key: keyId(),
    schema: Number(now?.schema ?? 0),
    tables,
  };
  const end: End = { rows: {}, sequences: {} };
  return { header, parts: partsOf(engine, tables, end), end: () => end };
}

function productVersion(): string {
  const file = join(process.cwd(), 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

async function* partsOf(engine: Engine, tables: readonly Table[], end: End): AsyncGenerator<string> {
  for (const table of tables) {
    yield JSON.stringify({ table: table.name });
    let count = 0;
    for await (const line of rowsOf(engine, table)) {
      yield line;
      count += 1;
    }
    end.rows[table.name] = count;
  }
  // Sequences ignore transactions: read last, their values are never behind the rows read.
  const sequences = await engine.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  for (const { name, value } of sequences) end.sequences[name] = value;
}

/** Reads rows with a cursor, a few megabytes at a time: one row may be that large. */
async function* rowsOf(engine: Engine, { name, columns }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await engine.query(
    `declare backup_rows no scroll cursor for select to_json(array[${values}])::text as line from ${quoted(name)}`,
  );
  for (let most = FIRST_ROWS; ; ) {
    const rows = await engine.query<{ line: string }>(`fetch ${most} from backup_rows`);
    let bytes = 0;
    for (const { line } of rows) {
      bytes += line.length;
      yield line;
    }
    if (rows.length < most) break;
    const fitting = Math.floor((BATCH_BYTES * rows.length) / Math.max(1, bytes));
    most = Math.max(1, Math.min(MOST_ROWS, 2 * most, fitting));
  }
  await engine.query('close backup_rows');
}

async function tablesOf(engine: Engine): Promise<Table[]> {
  const rows = await engine.query<{ name: string; columns: Table['columns'] }>(`
    select c.relname as name, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
  return rows.filter(({ name }) => !OF_PROCESSES.has(name));
}

type Reference = { from: string; to: string };
const referencesOf = (engine: Engine) =>
  engine.query<Reference>(`
    select distinct f.relname as "from", t.relname as "to" from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`);

/** Sorts tables so that each follows the tables it refers to. */
function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const placed: Table[] = [];
  const waits = (table: Table, remaining: readonly Table[]) =>
    references.some(({ from, to }) => from === table.name && remaining.some(({ name }) => name === to));
  for (let remaining = [...tables]; remaining.length > 0; ) {
    const next = remaining.filter((table) => !waits(table, remaining));
    // Tables that refer to each other would need one common insert; there are none.
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    placed.push(...next);
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return placed;
}
