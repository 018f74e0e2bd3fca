import { defineConfig } from '@playwright/test';
import { browser } from './e2e/support/chromium.ts';

const { executablePath, args, env } = await browser();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // Machines are shared: a test that a busy minute broke may try twice more, and is then named as flaky at the end.
  retries: 2,
  forbidOnly: true,
  // Bounds of patience, not of speed: a shared machine may take thrice as long for all of it.
  timeout: 180_000,
  // All of them take some 35 minutes on two quiet cores; a machine that others share may take longer.
  globalTimeout: 4_500_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json']],
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
