import 'server-only';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { GuicheError } from '#lib/core/errors.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { openEngine } from '#lib/data/embedded.ts';
import type { SharedPool } from '#lib/data/pool.ts';

/** The type that both databases share. Inside a transaction pass `tx` down, never use `db()`. */
export type Database = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

type State = {
  database?: Database;
  opening?: Promise<Database>;
  embedded?: PGlite;
  newestMigration?: number;
  pool?: SharedPool;
};
const state = () => perProcess('guicheDatabase', (): State => ({}));
export const MIGRATIONS = { migrationsFolder: join(process.cwd(), 'lib/data/migrations') };

/** The database's one NOTIFY channel: it reports to every instance's open pages what changed. */
export const CHANNEL = 'guiche_changed';

/** Advisory lock: one process at a time creates or changes the tables. */
export const MIGRATING_LOCK = 748_023;

/** Opens and migrates the database once per process. After a failure it may be called again. */
export function openDatabase(where: { databaseUrl: string | null; dataDir: string }): Promise<Database> {
  const here = state();
  here.opening ??= (
    where.databaseUrl === null ? openEmbedded(where.dataDir) : openPostgres(where.databaseUrl)
  )
    .then((database) => {
      here.database = database;
      return database;
    })
    .catch((cause: unknown) => {
      delete here.opening;
      throw cause;
    });
  return here.opening;
}

/** The open database. Throws GuicheError `unavailable` before it is open or after it failed to open. */
export function db(): Database {
  const { database } = state();
  if (database === undefined) throw new GuicheError('unavailable', 'The database is not open.');
  return database;
}

/** The rows of a query that is written as SQL, one by one in the shape that it selects. */
export async function rowsOf<Row>(query: SQL, on: Pick<Database, 'execute'> = db()): Promise<Row[]> {
  return ((await on.execute(query)) as unknown as { rows: Row[] }).rows;
}

/** The embedded engine, for code that uses it directly (jobs, notifications); null with PostgreSQL. */
export const embeddedEngine = (): PGlite | null => state().embedded ?? null;

/** This process's PostgreSQL connections and the calls that wait for one; null when embedded. */
export function connectionsNow(): { used: number; idle: number; waiting: number } | null {
  const { pool } = state();
  if (pool === undefined) return null;
  const { totalCount, idleCount, waiting } = pool;
  return { used: totalCount - idleCount, idle: idleCount, waiting };
}

/** Throws if the database lacks this build's newest migration: it was restored, or is another one. */
export async function checkMigrated(): Promise<void> {
  const here = state();
  here.newestMigration ??= readMigrationFiles(MIGRATIONS).at(-1)?.folderMillis ?? 0;
  const newest = here.newestMigration;
  const found = sql`select 1 from drizzle.__drizzle_migrations where created_at >= ${newest} limit 1`;
  if ((await rowsOf(found)).length === 0) throw new Error('The newest migration is not there.');
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const folder = join(dataDir, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await openEngine(folder);
  const database = drizzle(client);
  await migrate(database, MIGRATIONS);
  await makePartitions(database as unknown as Database);
  state().embedded = client;
  onShutdown('database', () => client.close());
  return withWorkBeforeCommit(database as unknown as Database);
}

const STATEMENT_MS = 20_000;
const NO_ANSWER_MS = 5_000;
const reachable = { connectionTimeoutMillis: 5_000, keepAlive: true };
/** The database cancels a longer statement. If it does not answer at all, Guichê gives up 5 s later. */
export const answersInTime = {
  ...reachable,
  statement_timeout: STATEMENT_MS,
  query_timeout: STATEMENT_MS + NO_ANSWER_MS,
};

async function openPostgres(url: string): Promise<Database> {
  const [{ Client }, { SharedPool: PgPool }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('#lib/data/pool.ts'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  const migrating = new Client({ connectionString: url, ...reachable });
  await migrating.connect();
  try {
    // Several instances may start at once: one migrates, the others wait for it.
    await migrating.query(`select pg_advisory_lock(${MIGRATING_LOCK})`);
    const database = drizzle(migrating);
    await migrate(database, MIGRATIONS);
    await makePartitions(database as unknown as Database);
  } finally {
    await migrating.end();
  }
  const pool = new PgPool({ connectionString: url, ...answersInTime });
  // A connection that dies while idle must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  state().pool = pool;
  onShutdown('database', () => pool.end());
  return withWorkBeforeCommit(drizzle(pool) as unknown as Database);
}

type Work = () => Promise<void>;

const waiting = () => perProcess('guicheBeforeCommit', () => new WeakMap<object, Work[]>());

/**
 * Runs `work` right before this transaction commits, in the order of the calls, so that nobody waits for rows
 * while holding a common lock. An error there rolls the transaction back. Runs it at once in a transaction
 * that `database.transaction` did not begin.
 */
export async function beforeCommit(tx: Transaction, work: Work): Promise<void> {
  const last = waiting().get(tx);
  if (last === undefined) await work();
  else last.push(work);
}

function withWorkBeforeCommit(database: Database): Database {
  const begin = database.transaction.bind(database);
  database.transaction = (run, config) =>
    begin(async (tx) => {
      const last: Work[] = [];
      waiting().set(tx, last);
      const value = await run(tx);
      waiting().delete(tx);
      for (const work of last) await work();
      return value;
    }, config);
  return database;
}

/**
 * Tables with a partition per month (UTC) of arrival, so that a month is deleted by dropping its partition.
 * Each partition is created before its first row: there is no default partition.
 */
const PARTITIONED = ['deliveries', 'received_callbacks'] as const;
export type Partitioned = (typeof PARTITIONED)[number];

/** Days to create ahead: the clock may be set forward, or Guichê may stay stopped, by so much. */
const AHEAD_DAYS = 70;

/** Creates the partitions for rows that arrive from now on. Existing ones stay unchanged. */
export async function makePartitions(database: Database): Promise<void> {
  for (const table of PARTITIONED)
    await database.execute(
      sql`select make_partitions(${table}, now() + ${AHEAD_DAYS}::int * interval '1 day')`,
    );
}

/** Locks a name until the transaction ends, across all instances. Without a name it locks nothing. */
export async function lockNamed(
  tx: Pick<Transaction, 'execute'>,
  name: string | null | undefined,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name ?? null}))`);
}

const FIRST_ROWS_LOCK = 748_025;

/** Locks the creation of every installation's first rows, to the transaction's end. Check for them after. */
export async function lockFirstRows(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ROWS_LOCK})`);
}
