import { Client } from 'pg';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { type Postgres, startPostgres } from '../scripts/postgres.ts';
import { test as base } from './fixtures.ts';
import { type Infraction, infractionOf, openDispute } from './support/disputes.ts';
import { approvalAbove, requestWaiting } from './support/payments.ts';
import { type Post, startPost } from './support/post.ts';
import type { ProductOptions, Sql } from './support/product.ts';
import { type Provider, providerOf, type Raw } from './support/provider.ts';
import { type Registered, register, signingSecret } from './support/webhooks.ts';

type PerFile = {
  postgres: Postgres;
  sql: Sql;
  /** Set by `test.use({ more: … })`; the database is added to it. */
  more: ProductOptions;
  /** A mail server and a receiver; a file's `more` tells its product of them. */
  post: Post;
};
type PerTest = {
  provider: Provider;
  /** A charge that was paid (cents); its id. */
  paid: (amount: number) => Promise<string>;
  /** Records that the Pix account's provider has under a reference. */
  recordsOf: (clientReference: string) => Promise<Raw[]>;
  /** Requests a withdrawal as finance, which waits for another person; its operation. */
  waiting: () => Promise<string>;
  dispute: (more?: object) => Promise<{ id: string; transactionId: string }>;
  infraction: (id: string) => Promise<Infraction>;
  endpoint: Endpoint;
  registered: () => Promise<Registered>;
  signsWith: (...secrets: string[]) => Promise<string | null>;
};

/** A product of the file's own on PostgreSQL; `sql` reads what it stored and does what no page can do. */
export const test = base.extend<PerTest, PerFile>({
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
  post: [
    async ({ playwright: _ }, use) => {
      const post = await startPost();
      await use(post);
      await post.stop();
    },
    { scope: 'worker' },
  ],
  provider: async ({ product, control }, use) => {
    const { end, ...provider } = await providerOf(product, control);
    await use(provider);
    await end();
  },
  paid: async ({ provider }, use) => use(provider.paid),
  recordsOf: async ({ provider }, use) =>
    use(async (clientReference) => (await provider.list({ clientReference })).transactions),
  waiting: async ({ api, sql }, use) => {
    const request = await api('finance');
    await approvalAbove(sql, request, 1_000);
    await use(() => requestWaiting(request));
    await approvalAbove(sql, request, null);
  },
  dispute: async ({ provider, control }, use) => use((more) => openDispute(provider, control, more)),
  infraction: async ({ provider }, use) => use((id) => infractionOf(provider, id)),
  endpoint: async ({ playwright: _ }, use) => {
    const endpoint = new Endpoint();
    await endpoint.listen();
    await use(endpoint);
    endpoint.close();
  },
  registered: async ({ api, endpoint }, use) => use(async () => register(await api('developer'), endpoint)),
  signsWith: async ({ provider, control, endpoint }, use) =>
    use((...secrets) => signingSecret({ provider, control, endpoint }, secrets)),
});
export { expect } from './fixtures.ts';
