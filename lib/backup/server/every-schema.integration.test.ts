import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import { expect, it, onTestFinished } from 'vitest';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { snapshotOf } from '#lib/backup/server/backup-command.ts';
import { connectPostgres, type Engine, openFolder, type Row, sealed } from '#lib/backup/server/file.ts';
import { restoreBackup } from '#lib/backup/server/restore.ts';
import { FIRST_HASH, hashOf, plainHashOf, sealHead } from '#lib/data/audit/chain.ts';
import { MIGRATIONS } from '#lib/data/client.ts';
import { adminCommand } from '../../../e2e/support/admin-command.ts';
import { FULL } from '../../../e2e/support/full.ts';
import { testDatabase, withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const ALL = readMigrationFiles(MIGRATIONS);
/** The first schema whose chain has a sealed end. */
const KEYED = 9;

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database of the kind of this run. */
async function place() {
  const dataDir = freshFolder();
  if (process.env.GUICHE_TEST_ENGINE !== 'postgres')
    return { databaseUrl: null, dataDir, open: () => openFolder(join(dataDir, 'database')) };
  const { databaseUrl, drop } = await testDatabase({ bare: true });
  onTestFinished(drop);
  return { databaseUrl, dataDir, open: () => connectPostgres(databaseUrl ?? '') };
}
type Place = Awaited<ReturnType<typeof place>>;

async function using<T>({ open }: Place, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await open();
  try {
    return await work(engine);
  } finally {
    await engine.end();
  }
}

/** As the version that came with it left it. */
async function install(engine: Engine, migrations: readonly MigrationMeta[]): Promise<void> {
  await engine.query('create schema drizzle');
  await engine.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql: statements, folderMillis, hash } of migrations) {
    for (const statement of statements) await engine.query(statement);
    await engine.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

type Column = { name: string; type: string };
const tablesOf = async (engine: Engine) => {
  const { header } = await snapshotOf(engine);
  await engine.query('rollback');
  return header.tables;
};

const EARLIER = '2026-01-02 03:04:05.678+00';
const VALUES: Readonly<Record<string, (name: string, row: number) => unknown>> = {
  text: (name, row) => `${name} ${row} ção "\\\u2028`,
  'text[]': (name, row) => `{"${name}, ${row}",null}`,
  jsonb: (name, row) => JSON.stringify({ [name]: [row, null, 'ção'] }),
  boolean: (_, row) => row % 2 === 0,
  'timestamp with time zone': () => EARLIER,
  date: (_, row) => `2026-01-0${row}`,
  'double precision': (_, row) => row / 7,
};

/** Tables that the database itself writes with a delivery or a callback. */
const FOLLOWS = ['delivery_counts', 'delivery_addresses', 'delivery_keys', 'received_keys'];

/** Three rows of every table this schema has, a value in every column; references name row 1 of theirs. */
async function fill(engine: Engine, schema: number): Promise<void> {
  const references = await engine.query<{ of: string; column: string; to: string; key: string }>(`
    select f.relname as of, a.attname as column, t.relname as to, b.attname as key from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = t.oid and b.attnum = k.confkey[1]
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`);
  for (const { name, columns } of await tablesOf(engine)) {
    if (['audit_log', 'audit_head', ...FOLLOWS].includes(name)) continue;
    for (const row of [1, 2, 3]) {
      const values = columns.map((column) => {
        const to = references.find((one) => one.of === name && one.column === column.name);
        return to === undefined ? anyValue(name, column, row) : VALUES.text?.(to.key, row);
      });
      await insert(engine, name, columns, values);
    }
  }
  await writeLog(engine, schema);
}

function anyValue(table: string, { name, type }: Column, row: number): unknown {
  if (table === 'accounts' && name === 'credentials') return seal(`credential ${row}`, `credentials:${row}`);
  return VALUES[type]?.(name, row) ?? row;
}

async function insert(
  engine: Engine,
  table: string,
  columns: readonly Column[],
  values: unknown[],
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = columns.map(({ type }, at) => `$${at + 1}::${type}`).join(', ');
  await engine.query(`insert into "${table}" (${names}) values (${places})`, values);
}

/** The log as that version wrote it: without a key before its end was sealed. */
async function writeLog(engine: Engine, schema: number): Promise<void> {
  let [previousHash, hash] = [FIRST_HASH, FIRST_HASH];
  for (const seq of [1, 2, 3]) {
    const row = {
      ...{
        seq,
        at: new Date(EARLIER),
        operatorId: 'op',
        accountId: null,
        action: 'view.create',
        target: 't',
      },
      ...{ result: 'ok', before: null, after: { n: seq }, address: null, userAgent: null, session: null },
      ...{ providerRequestId: null, previousHash },
    };
    hash = schema >= KEYED ? hashOf(row) : plainHashOf(row);
    await engine.query(
      `insert into audit_log (seq, at, operator_id, action, target, result, after, previous_hash, hash)
        values ($1, $2, 'op', 'view.create', 't', 'ok', $3, $4, $5)`,
      [seq, EARLIER, JSON.stringify(row.after), previousHash, hash],
    );
    previousHash = hash;
  }
  if (schema < KEYED) return;
  const { seq, hash: last, keyedFrom, mac } = sealHead({ seq: 3, hash, keyedFrom: 1 });
  await engine.query(
    `insert into audit_head (id, seq, hash, keyed_from, mac) values ('head', $1, $2, $3, $4)`,
    [...[seq, last, keyedFrom, mac]],
  );
}

/** Every row of these tables in these columns, as texts. */
async function rowsOf(engine: Engine, tables: readonly { name: string; columns: Column[] }[]) {
  const found: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `"${column.name}"::text`).join(', ');
    const rows = await engine.query<{ line: string }>(
      `select json_build_array(${values})::text as line from "${name}"`,
    );
    found[name] = rows.map(({ line }) => line).toSorted();
  }
  return found;
}

async function upgrade(engine: Engine): Promise<void> {
  const run = process.env.GUICHE_TEST_ENGINE === 'postgres' ? migrateNode : migrateEmbedded;
  await run(engine.tx as never, MIGRATIONS);
}

/** All that was there before is there after, and what was sealed opens. */
async function compare(engine: Engine, before: Awaited<ReturnType<typeof earlier>>): Promise<void> {
  const { tables, rows } = before;
  const now = await rowsOf(engine, tables);
  for (const { name } of tables) {
    // A restore adds an entry, and the end behind it.
    const own = name === 'audit_log' ? now[name]?.filter((line) => rows[name]?.includes(line)) : now[name];
    if (name !== 'audit_head') expect([name, own]).toEqual([name, rows[name]]);
  }
  const [counted] = await engine.query(`select (
      select sum(rows)::int from delivery_counts where address = '' and day = '-infinity') as counts,
    (select count(*)::int from delivery_keys) as keys, (select count(*)::int from received_keys) as received`);
  const of = (name: string) => rows[name]?.length ?? 0;
  expect(counted).toMatchObject({
    counts: of('deliveries') || null,
    keys: of('deliveries'),
    received: of('received_callbacks'),
  });
  const credentials = await engine.query<Row & { id: string; credentials: string }>(
    'select id, credentials from accounts order by id',
  );
  expect(credentials.map(({ credentials: text }, at) => unseal(text, `credentials:${at + 1}`))).toEqual([
    ...['credential 1', 'credential 2', 'credential 3'],
  ]);
  const [{ n } = { n: 0 }] = await engine.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  );
  expect(n).toBe(ALL.length);
}

async function earlier(at: Place, schema: number) {
  return using(at, async (engine) => {
    await install(engine, ALL.slice(0, schema + 1));
    await fill(engine, schema);
    const tables = (await tablesOf(engine)).map(({ name, columns }) => ({
      name,
      columns: comparable(name, columns),
    }));
    return { tables, rows: await rowsOf(engine, tables) };
  });
}

/** Columns without those that migrations set for existing rows: `deliveries.open` follows from the others. */
const comparable = (table: string, columns: Column[]) =>
  columns.filter(({ name }) => table !== 'deliveries' || name !== 'open');

async function verify({ databaseUrl, dataDir }: Place): Promise<void> {
  process.env.DATABASE_URL = databaseUrl ?? '';
  expect((await adminCommand({ dataDir, args: ['verify-audit'] })).text).toMatch(/the chain holds/);
}

/** Where the chain's form changed, and the ends: a verification is a process of its own. */
const VERIFIED = new Set([0, KEYED - 1, KEYED, ALL.length - 1]);
/** A schema takes seconds of a processor: `npm run test:full` meets each, `npm test` those above. */
const FEW = !FULL;

it.each(FEW ? [...VERIFIED] : ALL.map((_, schema) => schema))(
  'of schema %i every row comes through a restore and an upgrade, secrets open, the chain holds',
  async (schema) => {
    const [at, to] = [await place(), await place()];
    const before = await earlier(at, schema);
    const file = join(freshFolder(), 'backup');
    await using(at, async (engine) => {
      const { header, parts, end } = await snapshotOf(engine);
      await pipeline(sealed(header, parts, end), createGzip(), createWriteStream(file));
      await engine.query('rollback');
      await upgrade(engine);
      await compare(engine, before);
      // And takes what the present version writes.
      await engine.query('insert into tombstones (hash, made_at) values ($1, now())', ['h']);
    });
    await restoreBackup(file, to);
    await using(to, (engine) => compare(engine, before));
    if (!VERIFIED.has(schema)) return;
    const own = process.env.DATABASE_URL;
    for (const one of [at, to]) await verify(one);
    process.env.DATABASE_URL = own;
  },
);

it('A12: who made whom able to act within a day is told by what the versions before 0020 kept', async () => {
  const at = await place();
  await using(at, async (engine) => {
    await install(engine, ALL.slice(0, 20));
    const day = { now: 'now()', old: "now() - interval '25 hours'" };
    await engine.query(`insert into operators (id, email, name, invited_by, invited_at, reset_by, reset_at) values
      ('ana', 'ana', 'ana', null, null, 'ana', ${day.now}), ('bia', 'bia', 'bia', 'ana', ${day.now}, null, null),
      ('caio', 'caio', 'caio', 'ana', ${day.old}, 'bia', ${day.now}), ('davi', 'davi', 'davi', null, null, null, null)`);
    await engine.query(`update operators set enabled_by = 'caio', enabled_at = ${day.now} where id = 'davi'`);
    await engine.query(`insert into grants (operator_id, account, role, granted_by, granted_at) values
      ('davi', '*', 'admin', 'ana', ${day.now}), ('davi', '*', 'viewer', 'bia', ${day.now})`);
    await engine.query(`insert into one_time_links (token_hash, purpose, operator_id, created_by, expires_at, used_at)
      values ('used', 'invitation', 'bia', 'davi', now(), ${day.now}), ('open', 'reset', 'bia', 'caio', now(), null)`);
    await upgrade(engine);
    const rows = await engine.query<Row>('select person, lifter from lifts order by 1, 2');
    expect(rows.map(({ person, lifter }) => `${person} by ${lifter}`)).toEqual([
      ...['bia by ana', 'bia by davi', 'caio by bia', 'davi by ana', 'davi by caio'],
    ]);
  });
});
