import { Client } from 'pg';
import { type Postgres, startPostgres } from '../../scripts/postgres.ts';
import { test as base } from '../fixtures.ts';
import type { ProductOptions, Role } from '../support/product.ts';

type Sql = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
type OwnDatabase = { postgres: Postgres; sql: Sql; more: ProductOptions };

/** The ids of the ready sign-ins' operators. */
export const operatorIdOf = (role: Role) => `ready-${role}`;

/**
 * A product of the file's own on PostgreSQL, and `sql` beside it: for what no page can do yet (another role, another
 * account) and for looking at what was really stored.
 */
export const test = base.extend<object, OwnDatabase>({
  /** Set by `test.use({ more: … })`, beside the database. */
  more: [{}, { option: true, scope: 'worker' }],
  postgres: [
    async ({ playwright: _ }, use) => {
      const postgres = await startPostgres();
      await use(postgres);
      await postgres.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  productOptions: [
    async ({ postgres, more }, use) => {
      const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: 'for tests only, thirty-two bytes or more' };
      await use({
        ...more,
        env: { ...env, ...more.env },
        simulator: { transactions: 500, ...more.simulator },
      });
    },
    { scope: 'worker' },
  ],
  sql: [
    async ({ postgres, product: _ }, use) => {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await use(async (statement, values) => (await client.query(statement, values)).rows);
      await client.end();
    },
    { scope: 'worker' },
  ],
});
export { expect } from '../fixtures.ts';
