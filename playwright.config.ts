import { defineConfig } from '@playwright/test';
import { browser } from './e2e/support/chromium.ts';

const { executablePath, args, env } = await browser();

/**
 * `npm test` runs these files completely, and from the others the tests tagged `@smoke`: one end-to-end test
 * for each operator task.
 */
const WHOLE = [
  // An operator's tasks, users, every kind of page at several widths.
  'e2e/{journeys,people,sign-in,keyboard,every-width}.spec.ts',
  // What only the wire shows: headers, cookies, forms, streams, signed callbacks, limits of bodies.
  'e2e/api/{session,sign-in-pages,hooks,report-download}.spec.ts',
  // Data that must not leave, and input that must be rejected.
  'e2e/security/{answers,requests,odd-addresses,sessions,throttle,canary}.spec.ts',
].map((files) => `**/${files}`);

export default defineConfig({
  testDir: 'e2e',
  // `*.test.ts` are vitest's: the HTTP API in process.
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // Machines are shared: a test that fails in a busy minute is retried twice and then reported as flaky. `npm
  // test` names the first two projects; without a name all run.
  projects: [
    { name: 'whole', testMatch: WHOLE },
    { name: 'smoke', testIgnore: WHOLE, grep: /@smoke/ },
    { name: 'rest', testIgnore: WHOLE, grepInvert: /@smoke/ },
  ],
  retries: 2,
  forbidOnly: true,
  // Generous limits, not a speed test: a shared machine may take three times as long.
  timeout: 180_000,
  // All tests take about an hour on two quiet cores, and up to twice as long on a shared machine.
  globalTimeout: 9_000_000,
  expect: { timeout: 30_000 },
  reporter: [
    [process.stdout.isTTY ? 'line' : 'dot'],
    ['json', { outputFile: '.cache/results/playwright.json' }],
  ],
  use: {
    locale: 'pt-BR',
    // Motion costs CPU and proves nothing; tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Sao_Paulo',
    // Recording every test costs more than the pages do, so only the first retry is recorded.
    trace: 'on-first-retry',
    // No service worker may answer in the server's place.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
});
