import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { End, Engine, Header, Table } from '#lib/backup/server/file.ts';
import { keyId } from '#lib/core/env/secret.ts';

/** Tables about running processes; they mean nothing in a backup. */
const OF_PROCESSES = new Set(['instances', 'job_turns']);
const BATCH_BYTES = 2_000_000;
const MOST_ROWS = 1_000;
const FIRST_ROWS = 16;

export type Snapshot = { header: Header; parts: AsyncGenerator<string>; end: () => End };

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

/** Fixes the text form of values, independent of the database's settings and without losing digits. */
export async function plainValues(engine: Engine): Promise<void> {
  for (const setting of ["datestyle = 'ISO, YMD'", "timezone = 'UTC'", 'extra_float_digits = 3'])
    await engine.query(`set local ${setting}`);
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

/** Quotes an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

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
