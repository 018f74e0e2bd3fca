import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { makeDatabase } from './test-database.ts';

/**
 * Starts a server for the integration tests, unless TEST_DATABASE_URL names one. Creates there, once, the
 * migrated database that each test database is copied from.
 */
export default async function postgresSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_TEMPLATE) return;
  const started = process.env.TEST_DATABASE_URL ? null : await startPostgres();
  const server = started?.url ?? process.env.TEST_DATABASE_URL ?? '';
  const template = await makeDatabase(server);
  const pool = new Pool({ connectionString: template.url, max: 1 });
  await migrate(drizzle(pool), { migrationsFolder: 'lib/data/migrations' });
  await pool.end();
  Object.assign(process.env, { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template.name });
  return async () => {
    await template.drop();
    await started?.stop();
  };
}
