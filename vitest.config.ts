import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const EXCLUDED = ['**/node_modules/**', '.next/**', '.data/**', '.cache/**'];
/** The HTTP API in process. */
const API = 'e2e/api/*.test.ts';
/**
 * Loading the product takes longer than most test files, so files share a process. Files that mock modules or
 * change process-wide state have their own. On two cores this halves the time of the integration tests.
 */
const ALONE = '**/*.alone.test.ts';
const INTEGRATION = '**/*.integration.test.ts';
const INTEGRATION_ALONE = '**/*.alone.integration.test.ts';
/**
 * These use the simulators and no database, so they run only in the PostgreSQL project, not the embedded one.
 */
const NO_DATABASE = 'lib/providers/**';
/**
 * Tests that depend on the kind of database: opening, migrations, backup, the queue. `npm test` runs them on
 * both.
 */
const EMBEDDED = [
  // The statements of older builds and the upgrade of every schema run here in the full run only.
  'lib/data/{!(older-builds),jobs/*}.integration.test.ts',
  'lib/backup/server/backup.integration.test.ts',
];
// `server-only` throws outside Next's server bundle, and the tests run server code.
const resolve = { alias: { 'server-only': join(import.meta.dirname, 'node_modules/server-only/empty.js') } };

type Files = { include: string[]; exclude: string[]; isolate: boolean };
const unit = (name: string, { include, exclude, isolate }: Files) => ({
  resolve,
  test: { name, include, exclude: [...EXCLUDED, ...exclude], isolate, testTimeout: 60_000 },
});
const integration = (name: string, { include, exclude, isolate }: Files, engine: 'postgres' | 'pglite') => ({
  resolve,
  test: {
    name,
    include,
    exclude: [...EXCLUDED, ...exclude],
    isolate,
    setupFiles: ['./e2e/support/fresh-process.ts'],
    globalSetup: engine === 'postgres' ? ['./e2e/support/postgres-setup.ts'] : [],
    env: { GUICHE_TEST_ENGINE: engine },
    // As long as Playwright's tests of the same product wait.
    expect: { poll: { timeout: 30_000, interval: 100 } },
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});

/** `npm test` runs all but `embedded-rest`, `npm run test:full` all; scripts/test.ts names them. */
export default defineConfig({
  test: {
    projects: [
      unit('unit', {
        include: ['**/*.test.ts', '**/*.test.tsx'],
        exclude: [INTEGRATION, ALONE, API],
        isolate: false,
      }),
      unit('unit-alone', { include: [ALONE], exclude: [], isolate: true }),
      integration(
        'integration',
        { include: [INTEGRATION], exclude: [INTEGRATION_ALONE], isolate: false },
        'postgres',
      ),
      integration(
        'integration-alone',
        { include: [INTEGRATION_ALONE], exclude: [], isolate: true },
        'postgres',
      ),
      integration('api', { include: [API], exclude: [], isolate: false }, 'postgres'),
      integration('embedded', { include: EMBEDDED, exclude: [], isolate: true }, 'pglite'),
      integration(
        'embedded-rest',
        { include: [INTEGRATION], exclude: [...EMBEDDED, NO_DATABASE], isolate: true },
        'pglite',
      ),
    ],
  },
});
