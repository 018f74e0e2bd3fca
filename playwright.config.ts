import { defineConfig } from '@playwright/test';
import { browser } from './e2e/support/chromium.ts';

const { executablePath, args, env } = await browser();

/**
 * `npm test` runs these files whole, and of the others the tests tagged `@smoke`: for each thing an operator does, one
 * from end to end.
 */
const WHOLE = [
  // An operator's days, people, every kind of page at several widths; who may call and read what.
  'e2e/{journeys,people,sign-in,keyboard,every-width}.spec.ts',
  'e2e/api/{authorization,viewer-reads,masks,session,sign-in,team,accounts,audit,profile,views,operations}.spec.ts',
  'e2e/api/{charges,withdrawals,refunds,transfers,pix-keys,pending-deposits,statement,reports,hub}.spec.ts',
  'e2e/api/{disputes,hooks,webhook-secrets,exports,ordered-lists,overview,transactions-detail,report-download}.spec.ts',
  // What must not leave, and what must not come in.
  'e2e/security/{answers,requests,odd-addresses,sessions,throttle,canary}.spec.ts',
].map((files) => `**/${files}`);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // Machines are shared: a test that a busy minute broke may try twice more, and is then named as flaky at the end.
  // `npm test` names the first two; without a name all run.
  projects: [
    { name: 'whole', testMatch: WHOLE },
    { name: 'smoke', testIgnore: WHOLE, grep: /@smoke/ },
    { name: 'rest', testIgnore: WHOLE, grepInvert: /@smoke/ },
  ],
  retries: 2,
  forbidOnly: true,
  // Bounds of patience, not of speed: a shared machine may take thrice as long for all of it.
  timeout: 180_000,
  // All of them take about an hour on two quiet cores; a machine that others share may take twice as long.
  globalTimeout: 9_000_000,
  expect: { timeout: 30_000 },
  reporter: [
    [process.stdout.isTTY ? 'line' : 'dot'],
    ['json', { outputFile: '.cache/results/playwright.json' }],
  ],
  use: {
    locale: 'pt-BR',
    // Motion costs processor time and tells no test anything; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Sao_Paulo',
    // Recording every test costs more than the pages do; the second try of a failed one is recorded.
    trace: 'on-first-retry',
    // The kinds of service worker a page could register are none: nothing may answer in the server's place.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
});
