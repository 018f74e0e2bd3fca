import { startPostgres } from '../../scripts/postgres.ts';

/** A server for the integration tests, unless TEST_DATABASE_URL names one. */
export default async function postgresSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const { url, stop } = await startPostgres();
  process.env.TEST_DATABASE_URL = url;
  return stop;
}
