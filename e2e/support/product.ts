import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../scripts/port.ts';
import { copyDatabase } from './database-template.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export type Role = 'admin' | 'finance' | 'analyst' | 'developer' | 'viewer';
/** The ids of the ready sign-ins' operators. */
export const operatorIdOf = (role: Role) => `ready-${role}`;
export type SimulatorLine = {
  pix: { baseUrl: string; accessToken: string };
  sandboxPix?: { url: string; token: string };
  controlUrl: string;
};
export type Ready = {
  url: string;
  signIns: { role: Role; email: string; password: string }[];
  /** Null when the product uses an account from the environment. */
  simulator: SimulatorLine | null;
};
/** Calls the simulator's control API; without a body it sends a GET. */
export type Control = (path: string, body?: object) => Promise<Record<string, unknown>>;
export type Sql = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
export type ProductOptions = {
  env?: Record<string, string>;
  /** Command-line options of its simulator: `{ transactions: 500, speed: 60 }`. */
  simulator?: Record<string, string | number>;
  /**
   * A folder that the caller owns, for restarts on the same data or a real first start. Without it a new one
   * is deleted with the product.
   */
  dataDir?: string;
  /** Another checkout whose built product is started. */
  root?: string | undefined;
};
export type Product = Ready & {
  pid: number;
  dataDir: string;
  /** Everything it has printed, standard output and error. */
  output: () => string;
  /** Stops it as Ctrl-C does; resolves with the exit code. */
  stop: () => Promise<number | null>;
  /** kill -9 of the server; its simulator ends by itself. */
  kill: () => Promise<void>;
};

/**
 * Variables of the user who runs the tests must not reach the product under test; empty values also override
 * .env.
 */
const BLANK =
  /^(PORT|HOST|GUICHE_|DATABASE_URL|PIX_|HUB_|CARD_|SANDBOX_|OIDC_|SMTP_|NOTIFY_|OTEL_|METRICS_|NEXTAUTH_|NODE_OPTIONS|FORCE_COLOR)/;
const HIDDEN = [
  'PIX_BASE_URL',
  'PIX_ACCESS_TOKEN',
  'PIX_ENVIRONMENT',
  'SANDBOX_PIX_URL',
  'SANDBOX_PIX_TOKEN',
];
const ALWAYS_BLANK = [
  'HOST',
  'DATABASE_URL',
  'GUICHE_URL',
  'GUICHE_SECRET',
  'GUICHE_TRUSTED_PROXIES',
  ...HIDDEN,
];

/**
 * Starts the built product, as `npm start` does, on its own port and data folder. Rejects with its output
 * when it ends before it is ready.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await newDataDir());
  const env: NodeJS.ProcessEnv = {
    ...cleanEnvironment(),
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    GUICHE_DATA_DIR: dataDir,
    GUICHE_SIMULATOR_OPTIONS: simulatorOptions(options.simulator),
    ...options.env,
  };
  const child = spawn(process.execPath, ['scripts/product.ts', 'start'], {
    cwd: options.root ?? ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collect(child);
  const gone = new Promise<number | null>((resolveGone) => child.once('exit', resolveGone));
  const ready = await whenReady(child, gone, output);
  const clean = () => {
    if (options.dataDir === undefined && existsSync(dataDir))
      // After kill -9 the simulator ends by itself and may still write.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  return {
    ...ready,
    pid: child.pid ?? 0,
    dataDir,
    output,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await gone;
      clean();
      return code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function newDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-e2e-'));
  await copyDatabase(dataDir);
  return dataDir;
}

function cleanEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !BLANK.test(name)) as [string, string][];
  return { ...Object.fromEntries(inherited), ...Object.fromEntries(ALWAYS_BLANK.map((name) => [name, ''])) };
}

function simulatorOptions(options: ProductOptions['simulator'] = {}): string {
  const merged = { transactions: 2_000, seed: 7, speed: 1, ...options };
  return Object.entries(merged)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ');
}

function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

function whenReady(child: ChildProcess, gone: Promise<unknown>, output: () => string): Promise<Ready> {
  return new Promise((resolveReady, reject) => {
    child.on('message', (message: { ready?: Ready }) => message.ready && resolveReady(message.ready));
    gone.then((code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${output()}`)),
    );
  });
}
