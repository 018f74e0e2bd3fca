import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings, type Settings, SettingsError } from '#lib/core/env/settings.ts';
import { acquireDataLock, DataFolderError } from '#lib/data/data-lock.ts';
import { BuildError, demandBuilt, ensureBuilt } from './build.ts';
import { consoleToLog } from './console-lines.ts';
import { endAll, onEnd, watchForTheEnd } from './ending.ts';
import { readEnvFile } from './env-file.ts';
import { ROOT } from './install.mjs';
import { claimPort, PortError } from './port.ts';
import { ProxyError, parseProxies } from './proxies.ts';
import { announce, StartError } from './ready.ts';
import { startSimulator } from './simulator.ts';

/** Errors that the user can correct: only their message is printed. Any other error is a bug. */
const PLAIN = [BuildError, DataFolderError, PortError, ProxyError, SettingsError, StartError];

/** `start` builds when needed, `build` only builds, `serve` runs an existing build, in an installation. */
type Mode = 'start' | 'build' | 'serve' | 'dev';

async function main(mode: Mode): Promise<void> {
  process.chdir(ROOT);
  const env = process.env as Record<string, string | undefined>;
  env.NODE_ENV = mode === 'dev' ? 'development' : 'production';
  env.NEXT_TELEMETRY_DISABLED = '1';
  readEnvFile();
  watchForTheEnd();
  if (mode === 'build') return ensureBuilt().then(() => endAll(0));
  const settings = loadSettings();
  const proxies = parseProxies(settings.trustedProxies);
  await claimPort(settings);
  const lock = await acquireDataLock(settings.dataDir);
  if (mode === 'serve') demandBuilt();
  // Starts in parallel; an error is reported when the server needs the accounts.
  const simulator = startSimulatorFor(settings, mode === 'dev');
  simulator.catch(() => undefined);
  (globalThis as { __guicheSimulator?: Promise<unknown> }).__guicheSimulator = simulator;
  onEnd('data folder', async () => lock.release());
  if (mode === 'start') await ensureBuilt();
  // Loads the framework while the simulator starts.
  const { serve } = await import('./serve.ts');
  const server = await serve({ settings, proxies, dev: mode === 'dev', simulator });
  if (mode !== 'dev') consoleToLog();
  await announce(settings, server.port, await simulator);
}

/**
 * The simulator's start line, or null when an account is configured; the server reads it as GUICHE_SIMULATOR.
 */
async function startSimulatorFor(settings: Settings, watch: boolean): Promise<string | null> {
  if (settings.accounts.some((account) => !account.simulator)) return null;
  // A user has entered an account; the database that has it is not open yet.
  if (existsSync(join(settings.dataDir, 'accounts-entered'))) return null;
  if (process.env.GUICHE_SIMULATOR) return process.env.GUICHE_SIMULATOR;
  const line = await startSimulator({ dataDir: settings.dataDir, watch });
  process.env.GUICHE_SIMULATOR = line;
  return line;
}

main((process.argv[2] ?? 'start') as Mode).catch((cause: unknown) => {
  const plain = PLAIN.some((kind) => cause instanceof kind);
  process.stderr.write(`${plain ? (cause as Error).message : ((cause as Error).stack ?? cause)}\n`);
  process.exit(1);
});
