import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onEnd } from './ending.ts';
import { ROOT, waitForLock } from './install.mjs';

const STAMP = join(ROOT, '.next/guiche-build-stamp');
const SOURCES = ['app', 'components', 'lib', 'messages', 'public', 'next.config.mjs', 'postcss.config.mjs'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'proxy.ts', 'instrumentation.ts'];

/** The build's own output shows what is wrong. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** Builds when the sources have changed since the last build. One process at a time. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt(sourcesHash())) return;
  const release = waitForLock('build');
  try {
    const hash = sourcesHash();
    if (isBuilt(hash)) return;
    process.stderr.write('Building (once for these sources, about a minute)…\n');
    rmSync(STAMP, { force: true });
    rmSync(join(ROOT, '.next/BUILD_ID'), { force: true });
    await nextBuild();
    mkdirSync(join(ROOT, '.next'), { recursive: true });
    writeFileSync(STAMP, hash);
  } finally {
    release();
  }
}

/**
 * Throws when nothing is built. An installation has a build but not all of its sources, so it runs the build
 * as it is.
 */
export function demandBuilt(): void {
  if (!existsSync(STAMP)) throw new BuildError('Nothing is built here: run `npm run build` first.');
}

function isBuilt(hash: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

/** Hash of the names and contents of the files that the build reads; tests are not among them. */
export function sourcesHash(): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of sourceFiles().toSorted()) {
    if (/\.(test|spec)\.tsx?$/.test(path)) continue;
    const content = createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('hex');
    hash.update(`${path}\0${content}\n`);
  }
  return hash.digest('hex');
}

/** Tracked files and untracked ones that are not ignored; without git, all files of the folders. */
function sourceFiles(): string[] {
  const paths = [...SOURCES, ...FILES];
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
    const listed = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const files = listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
    if (files.length > 0) return files;
  } catch {
    // No git, or an unpacked archive: read the folders.
  }
  return paths.flatMap(filesBelow);
}

function filesBelow(path: string): string[] {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

function nextBuild(): Promise<void> {
  const next = join(ROOT, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, ['--import', './scripts/with-parent.mjs', next, 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      GUICHE_PARENT_PID: String(process.pid),
    },
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  onEnd('build', async () => void child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0 && existsSync(join(ROOT, '.next/BUILD_ID'))) resolve();
      else reject(new BuildError(`next build failed:\n${Buffer.concat(output).toString()}`));
    });
  });
}
