import 'server-only';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import {
  connectPostgres,
  type End,
  type Engine,
  type Header,
  openFolder,
  type Part,
  plainValues,
  quoted,
  Refused,
  readBackup,
  type Table,
} from '#lib/backup/server/file.ts';
import { appendAuditNow } from '#lib/data/audit/append.ts';
import { storeRestoredHead } from '#lib/data/audit/seen.ts';
import { MIGRATING_LOCK, MIGRATIONS } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { auditHead } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';

/** `operations`, `resends`: numbers of those that may have changed since the backup. */
export type Restored = {
  madeAt: string;
  rows: number;
  entries: number;
  seenBefore: number | null;
  operations: number;
  resends: number;
};
export type Target = { databaseUrl: string | null; dataDir: string };

const BATCH_BYTES = 1_000_000;
const BATCH_ROWS = 500;

/**
 * Restores a backup into an empty database, completely or not at all. It first verifies the whole file. An
 * older backup gets its own version's tables, then every later migration. Throws Refused with the reason.
 */
export async function restoreBackup(file: string, target: Target): Promise<Restored> {
  let header: Header | null = null;
  await readBackup(
    file,
    (read) => {
      if (!migrations().some(({ folderMillis }) => folderMillis === read.schema)) throw new Refused('newer');
      header = read;
    },
    () => undefined,
  );
  if (header === null) throw new Refused('damaged');
  return target.databaseUrl === null
    ? intoFolder(file, header, target)
    : intoPostgres(file, header, { ...target, databaseUrl: target.databaseUrl });
}

const migrations = () => readMigrationFiles(MIGRATIONS);

/** Fills a temporary folder, which gets the final name when it is complete. */
async function intoFolder(file: string, header: Header, target: Target): Promise<Restored> {
  const folder = join(target.dataDir, 'database');
  if (existsSync(folder)) throw new Refused('notEmpty');
  const staging = join(target.dataDir, 'database-restoring');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  try {
    const engine = await openFolder(staging);
    const restored = await inOne(engine, () => fill(engine, file, header, target)).finally(engine.end);
    await rename(staging, folder);
    return restored.remember();
  } catch (cause) {
    await rm(staging, { recursive: true, force: true });
    throw cause;
  }
}

async function intoPostgres(file: string, header: Header, target: Target & { databaseUrl: string }) {
  const engine = await connectPostgres(target.databaseUrl).catch(() => {
    throw new Refused('unreachable');
  });
  try {
    const restored = await inOne(engine, async () => {
      // An instance that starts meanwhile waits for this lock and then finds everything restored.
      await engine.query(`select pg_advisory_xact_lock(${MIGRATING_LOCK})`);
      await refuseUnlessEmpty(engine, header.tables);
      return fill(engine, file, header, target);
    });
    return restored.remember();
  } finally {
    await engine.end();
  }
}

async function inOne<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  await engine.query('begin');
  try {
    const value = await work();
    await engine.query('commit');
    return value;
  } catch (cause) {
    await engine.query('rollback').catch(() => undefined);
    throw cause;
  }
}

async function refuseUnlessEmpty(engine: Engine, tables: readonly Table[]): Promise<void> {
  const names = [...tables.map(({ name }) => name), '__drizzle_migrations'];
  const found = await engine.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle') and c.relname = any($1::text[]) limit 1`,
    [names],
  );
  if (found.length > 0) throw new Refused('notEmpty');
}

async function fill(engine: Engine, file: string, header: Header, target: Target) {
  await plainValues(engine);
  await engine.query('create schema drizzle');
  await engine.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await migrate(engine, (at) => at <= header.schema);
  const end = await pour(engine, file, header);
  await migrate(engine, (at) => at > header.schema);
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  const marked = await markOpen(engine);
  const after = { madeAt: header.madeAt, product: header.product, rows, ...marked };
  await appendAuditNow(engine.tx, { action: 'backup.restored', after });
  const [head] = await engine.tx.select().from(auditHead);
  /** Called after the commit: replaces the stored audit position of the previous database. */
  const remember = (): Restored => {
    const seenBefore = head === undefined ? null : storeRestoredHead(head, target);
    return { madeAt: header.madeAt, rows, entries: head?.seq ?? 0, seenBefore, ...marked };
  };
  return { remember };
}

/**
 * Marks what may have changed since the backup. An operation that had not ended or could be restarted is
 * looked up before it is sent; a resend waits until a person continues it.
 */
async function markOpen({ tx }: Engine): Promise<{ operations: number; resends: number }> {
  const neverSent = and(
    eq(operations.state, 'rejected'),
    eq(operations.reason, 'never_sent'),
    isNotNull(operations.request),
  );
  const open = await tx
    .update(operations)
    .set({ restoredAt: dbNow })
    .where(or(inArray(operations.state, [...OPEN_STATES]), neverSent))
    .returning({ state: operations.state });
  const paused = await tx
    .update(resends)
    .set({
      state: 'paused',
      pauseReason: 'restored',
      pausedUntil: null,
      stepDueAt: null,
      chain: sql`${resends.chain} + 1`,
    })
    .where(inArray(resends.state, ['queued', 'running', 'paused']))
    .returning({ id: resends.id });
  return { operations: open.filter(({ state }) => isOpen(state)).length, resends: paused.length };
}

async function migrate(engine: Engine, which: (at: number) => boolean): Promise<void> {
  for (const { sql: statements, hash, folderMillis } of migrations().filter((one) =>
    which(one.folderMillis),
  )) {
    for (const statement of statements) await engine.query(statement);
    await engine.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

async function pour(engine: Engine, file: string, header: Header): Promise<End> {
  let table: Table | undefined;
  let waiting: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (table !== undefined && waiting.length > 0) await insert(engine, table, waiting);
    [waiting, bytes] = [[], 0];
  };
  const take = async (part: Part) => {
    if ('table' in part) {
      await flush();
      table = header.tables.find(({ name }) => name === part.table);
      return;
    }
    const line = JSON.stringify(part.row);
    waiting.push(line);
    bytes += line.length;
    if (bytes > BATCH_BYTES || waiting.length >= BATCH_ROWS) await flush();
  };
  // Triggers are off: the file already contains the rows they maintain.
  await triggers(engine, header, 'disable');
  // The file is verified again: it may have changed since the first reading.
  const end = await readBackup(file, () => undefined, take);
  await flush();
  await triggers(engine, header, 'enable');
  for (const [name, value] of Object.entries(end.sequences))
    await engine.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
  return end;
}

async function triggers(engine: Engine, { tables }: Header, change: 'disable' | 'enable'): Promise<void> {
  for (const { name } of tables) await engine.query(`alter table ${quoted(name)} ${change} trigger user`);
}

async function insert(engine: Engine, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const values = columns.map(({ type }, place) => `(line ->> ${place})::${type}`).join(', ');
  await engine.query(
    `insert into ${quoted(name)} (${names}) select ${values} from json_array_elements($1::json) as line`,
    [`[${lines.join(',')}]`],
  );
}
