import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openDatabase } from '#lib/data/client.ts';
import { awaitBackground } from '#lib/data/jobs/background.ts';
import { copyDatabase } from './database-template.ts';

export type TestDatabase = {
  /** For the database client: null is the embedded database. */
  databaseUrl: string | null;
  dataDir: string;
  /** Close open connections first. */
  drop: () => Promise<void>;
};

/**
 * A database without rows for one `*.integration.test.ts` file, with the engine of its project in
 * vitest.config.ts (GUICHE_TEST_ENGINE). `bare`: on PostgreSQL it has no tables either.
 */
export async function testDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-test-'));
  const forget = async () => rmSync(dataDir, { recursive: true, force: true });
  if (process.env.GUICHE_TEST_ENGINE !== 'postgres') {
    await copyDatabase(dataDir);
    return { databaseUrl: null, dataDir, drop: forget };
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is missing: run this through `npm test`.');
  const made = await makeDatabase(server, bare ? undefined : process.env.TEST_DATABASE_TEMPLATE);
  const drop = async () => {
    await made.drop();
    await forget();
  };
  return { databaseUrl: made.url, dataDir, drop };
}

/** Creates a database on this server, copied from `like`; its URL uses an owner without other rights. */
export async function makeDatabase(server: string, like = 'template1') {
  const name = `guiche_test_${randomBytes(6).toString('hex')}`;
  await run(server, PLAIN_OWNER);
  await run(server, `create database ${name} owner guiche_owner template ${like} strategy file_copy`);
  const url = Object.assign(new URL(server), { pathname: `/${name}`, username: 'guiche_owner' }).href;
  return { name, url, drop: () => run(server, `drop database ${name} with (force)`) };
}

/**
 * As on a managed server, the product owns its database and nothing more. Another file may create the role at
 * the same time.
 */
const PLAIN_OWNER = `do $$ begin
  create role guiche_owner login nosuperuser nocreatedb nocreaterole noreplication;
exception when duplicate_object or unique_violation then null; end $$`;

/** Opens an empty, migrated database for this test file and sets its settings. */
export function withDatabase(): void {
  let database: TestDatabase | null = null;
  beforeAll(async () => {
    database = await testDatabase();
    process.env.GUICHE_DATA_DIR = database.dataDir;
    process.env.GUICHE_SECRET = 'a secret of thirty-two bytes or more';
    process.env.DATABASE_URL = database.databaseUrl ?? '';
    // Unfinished work of an earlier file may have read the settings again with its own values.
    Reflect.deleteProperty(globalThis, 'guicheSettings');
    Reflect.deleteProperty(globalThis, 'guicheConfiguredSlugs');
    await openDatabase(database);
  });
  afterAll(async () => {
    await endOpen();
    await database?.drop();
  });
}

/** Ends what the product started in this process, as its shutdown does. */
export async function endOpen(): Promise<void> {
  await awaitBackground();
  const pending = (globalThis as { __guicheShutdown?: { end: () => Promise<unknown> }[] }).__guicheShutdown;
  for (const part of pending?.splice(0).toReversed() ?? []) await part.end();
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
