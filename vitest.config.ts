import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const EXCLUDED = ['**/node_modules/**', '.next/**', '.data/**', '.cache/**', 'e2e/**'];
const INTEGRATION = '**/*.integration.test.ts';
/** They speak to the simulators and to no database: once is enough. */
const NO_DATABASE = 'lib/providers/**';
const shared = {
  // `server-only` throws outside Next's server bundle; the tests are the server here.
  resolve: { alias: { 'server-only': join(import.meta.dirname, 'node_modules/server-only/empty.js') } },
};
const integration = (engine: string) => ({
  ...shared,
  test: {
    name: `integration-${engine}`,
    include: [INTEGRATION],
    exclude: engine === 'postgres' ? [...EXCLUDED, NO_DATABASE] : EXCLUDED,
    globalSetup: engine === 'postgres' ? ['./e2e/support/postgres-setup.ts'] : [],
    env: { GUICHE_TEST_ENGINE: engine },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    // One beside the browsers of `npm test`.
    maxWorkers: Number(process.env.GUICHE_TEST_WORKERS ?? 2),
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...EXCLUDED, INTEGRATION],
          testTimeout: 60_000,
        },
      },
      integration('pglite'),
      integration('postgres'),
    ],
  },
});
