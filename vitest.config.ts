import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { every, shareOf } from './scripts/share.ts';

const EXCLUDED = ['**/node_modules/**', '.next/**', '.data/**', '.cache/**', 'e2e/**'];
/** They replace modules or change what all of a process shares, so each gets a process of its own. */
const ALONE = '**/*.alone.test.ts';
const INTEGRATION = '**/*.integration.test.ts';
/** Of those, the ones that replace modules; the others share processes, which spares loading the product for each. */
const INTEGRATION_ALONE = '**/*.alone.integration.test.ts';
const INTEGRATION_SHARED = '**/!(*.alone).integration.test.ts';
/** They speak to the simulators and to no database: once is enough. */
const NO_DATABASE = 'lib/providers/**';
/**
 * Tests of which `npm test` runs half on the embedded database too: they depend on how a database settles races, keeps
 * locks and survives a kill. The rest runs on PostgreSQL there; all of it on both with GUICHE_WHOLE=1, or run by itself.
 */
const EMBEDDED = [
  `${NO_DATABASE}/*.integration.test.ts`,
  'lib/{accounts,backup,connections,api,audit,auth,control,db,events,forget,jobs,operations}/**/*.integration.test.ts',
  'lib/payments/server/{fault-matrix,many-withdrawals,withdrawals}.integration.test.ts',
  'lib/deliveries/server/sweep-indexes.integration.test.ts',
  'lib/disputes/server/defense*.integration.test.ts',
  'lib/resends/server/crash.alone.integration.test.ts',
];
/** Half a minute of PostgreSQL each, about work that few commits touch: of these too `npm test` runs half. */
const LONG = [
  'lib/{backup,forget}/**/*.integration.test.ts',
  'lib/resends/server/{crash,older,open-failures}.alone.integration.test.ts',
];
const SAMPLE = process.env.GUICHE_TEST_SAMPLE === '1';
const shared = {
  // `server-only` throws outside Next's server bundle; the tests are the server here.
  resolve: { alias: { 'server-only': join(import.meta.dirname, 'node_modules/server-only/empty.js') } },
};
type Unit = { include: string[]; exclude: string[]; isolate: boolean };
const unit = (name: string, { include, exclude, isolate }: Unit) => ({
  ...shared,
  test: { name, include, exclude: [...EXCLUDED, ...exclude], isolate, testTimeout: 60_000 },
});
/** Files of one database's tests that this run leaves out. */
const leftOut = (engine: string) => [
  ...(engine === 'postgres' ? [NO_DATABASE] : []),
  ...(engine === 'postgres' && SAMPLE ? every(2, globSync(LONG), shareOf() + 1) : []),
];
const integration = (engine: string, { alone }: { alone: boolean }) => ({
  ...shared,
  test: {
    name: alone ? `integration-${engine}-alone` : `integration-${engine}`,
    include: engine === 'pglite' && SAMPLE ? every(2, globSync(EMBEDDED), shareOf()) : [INTEGRATION],
    exclude: [...EXCLUDED, ...leftOut(engine), alone ? INTEGRATION_SHARED : INTEGRATION_ALONE],
    isolate: alone,
    setupFiles: ['./e2e/support/fresh-process.ts'],
    globalSetup: engine === 'postgres' ? ['./e2e/support/postgres-setup.ts'] : [],
    env: { GUICHE_TEST_ENGINE: engine },
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      unit('unit', {
        include: ['**/*.test.ts', '**/*.test.tsx'],
        exclude: [INTEGRATION, ALONE],
        isolate: false,
      }),
      unit('unit-alone', { include: [ALONE], exclude: [], isolate: true }),
      ...['pglite', 'postgres'].flatMap((engine) => [
        integration(engine, { alone: false }),
        integration(engine, { alone: true }),
      ]),
    ],
  },
});
