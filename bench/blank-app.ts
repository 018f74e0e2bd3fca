import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/install.mjs';
import { freePort } from '../scripts/port.ts';

const FOLDER = join(import.meta.dirname, 'blank');
const NEXT = join(ROOT, 'node_modules/next/dist/bin/next');
const MOST_WAIT_MS = 60_000;
const STAMP = join(FOLDER, '.next/bench-stamp');

/** Builds a blank page, once for this version of the framework. */
export async function buildBlank(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/next/package.json'), 'utf8')) as {
    version: string;
  };
  const page = readFileSync(join(FOLDER, 'app/page.jsx'), 'utf8');
  const stamp = `${version} ${page.length}`;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  process.stderr.write('Building the blank page…\n');
  const code = await ended(run(['build', FOLDER]));
  if (code !== 0) throw new Error(`next build of the blank page ended with ${code}`);
  writeFileSync(STAMP, stamp);
}

/** Runs plain `next start`; resolves when its page answers. */
export async function startBlank(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = run(['start', FOLDER, '-p', String(port), '-H', '127.0.0.1']);
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/`, child);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

/** Resolves with the first answer of an address; rejects when its process ends. */
export async function answers(url: string, child: ChildProcess | null): Promise<void> {
  const until = Date.now() + MOST_WAIT_MS;
  while (Date.now() < until && (child === null || child.exitCode === null)) {
    const found = await fetch(url).then(
      async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
      () => false,
    );
    if (found) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} does not answer (its server: ${child?.exitCode ?? 'running'}).`);
}

function run(args: string[]): ChildProcess {
  return spawn(process.execPath, [NEXT, ...args], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
